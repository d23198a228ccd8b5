/** What any system calls a line, without the space around it. */
export const linesOf = (text: string): string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())

/** No heading is longer; whatever is, is speech, and no pattern need look at it. */
export const maxHeading = 160

export const countLines = (lines: readonly string[], is: (line: string) => unknown): number => {
  let count = 0
  for (const line of lines) if (line !== '' && line.length <= maxHeading && is(line)) count++
  return count
}

const marks = /^(?:#{1,6}\s+|\*{1,2}|_{1,2})|(?:\*{1,2}|_{1,2})$/g
/** Without the marks that a Markdown export leaves around headings. */
export const unmarked = (line: string) => (line.length > maxHeading ? line : line.replace(marks, '').trim())
