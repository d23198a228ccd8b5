/* Texts of customers in Markdown: they are shown as they are and start no heading, list, link or tag. */

const escaped = (text: string) =>
  text
    .replace(/[\\`*_[\]<>|~]/g, (sign) => `\\${sign}`)
    .replace(/^(?:[#+=-]|\d{1,9}(?=[.)]))/, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`))

/** One line. */
export const plainLine = (text: string): string => escaped(text.replace(/\s+/g, ' ').trim())

/** A quotation of several lines. */
export const quotedLines = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${escaped(line.trim())}`)
    .join('\n')
