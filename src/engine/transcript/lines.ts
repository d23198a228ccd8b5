/** Trimmed lines, whatever the line endings. */
export const splitLines = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())

/** Characters; a longer line is speech and is not matched against heading patterns. */
export const maxHeading = 160

export const countLines = (lines: readonly string[], is: (line: string) => unknown): number => {
  let count = 0
  for (const line of lines) if (line !== '' && line.length <= maxHeading && is(line)) count++
  return count
}

const marks = /^(?:#{1,6}\s+|\*{1,2}|_{1,2})|(?:\*{1,2}|_{1,2})$/g
/** Removes the Markdown marks of headings. */
export const stripMarkdown = (line: string) => (line.length > maxHeading ? line : line.replace(marks, '').trim())
