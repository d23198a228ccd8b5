export type ReportedProblem = {
  line: number
  header: string | null
  severity: 'error' | 'warning'
  message: string
  value: string | null
}

/** Messages about a row go on after its name; others are sentences of their own. */
const isPredicate = /^(is|are|has|have|needs|must|answers|cannot)\b/

/** A problem as a sentence with the line of the file and the name of the column. */
export function sentenceOf({ line, header, message, value }: ReportedProblem): { line: number; message: string } {
  const text = message.replace(/\.$/, '')
  const about = (what: string) => ({ line, message: `Line ${line}: ${what}${text}.` })
  if (!isPredicate.test(text)) return about('')
  if (header === null) return about('the row ')
  return about(value === null ? `the column ${header} ` : `"${value}" in the column ${header} `)
}
