/* What the first rows of a table are: which survey tool wrote them, how many of them are its header, and what its columns are called. */

export type Platform = 'qualtrics' | 'surveymonkey' | 'typeform' | 'generic'
export type Header = { platform: Platform; rows: number; names: string[] }

const has = (cells: readonly string[], ...wanted: string[]) => {
  const present = new Set(cells.map((cell) => cell.trim().toLowerCase()))
  return wanted.every((name) => present.has(name))
}

const isImportId = (cell: string) => /^\{\s*"ImportId"\s*:/.test(cell.trim())

/** Qualtrics writes names, questions and import ids; SurveyMonkey questions and, below them, what each column of them holds. */
export function readHeader(records: readonly string[][]): Header {
  const [first = [], second = [], third = []] = records
  if (third.filter(isImportId).length > third.length / 2)
    return { platform: 'qualtrics', rows: 3, names: unique(first.map((name, i) => second[i]?.trim() || name)) }
  if (has(first, 'respondent id', 'collector id')) return surveyMonkey(first, second)
  const typeform = has(first, '#', 'network id') || has(first, 'start date (utc)', 'submit date (utc)')
  return { platform: typeform ? 'typeform' : 'generic', rows: 1, names: unique(first) }
}

const plainAnswers = new Set(['response', 'open-ended response', 'open ended response', ''])

function surveyMonkey(first: readonly string[], second: readonly string[]): Header {
  // What stands above the first question is empty below it; a table without that is one with a single header row.
  const below = second.filter((cell) => cell.trim() !== '').length
  if (second[0]?.trim() !== '' || below === 0) return { platform: 'surveymonkey', rows: 1, names: unique(first) }
  let question = ''
  const names = first.map((name, i) => {
    if (name.trim()) question = name.trim()
    const part = second[i]?.trim() ?? ''
    return plainAnswers.has(part.toLowerCase()) ? question : `${question}: ${part}`
  })
  return { platform: 'surveymonkey', rows: 2, names: unique(names) }
}

const longest = 500

/** Every column has a name of its own; the second of a kind is told apart by its number. */
export function unique(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name, i) => {
    const plain =
      name
        .replace(/[\s\u00a0\ufeff]+/g, ' ')
        .trim()
        .slice(0, longest)
        .replace(/[\ud800-\udbff]$/, '') || `column_${i + 1}`
    let free = plain
    for (let n = 2; taken.has(free); n++) free = `${plain}_${n}`
    taken.add(free)
    return free
  })
}

/** The delimiter that cuts the first records into the most columns of which all rows have as many. */
export function bestDelimiter(cut: (delimiter: string) => string[][]): string {
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of [',', ';', '\t', '|']) {
    const widths = cut(delimiter)
      .map((record) => record.length)
      .filter((width) => width > 0)
    const usual = mostFrequent(widths)
    if (usual < 2) continue
    const agreeing = widths.filter((width) => width === usual).length / widths.length
    const score = agreeing * agreeing * Math.log2(usual + 1)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

function mostFrequent(widths: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1)
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0
}
