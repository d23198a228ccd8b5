import { MIN_WORDS_BEFORE_LONE_MARK } from '#engine/thresholds/names.ts'

/* A name that was cut can have a quotation mark or a parenthesis without its other half. */

const doubleMark = /["“”]/g
const openingMark = /(?<=^|[\s(])['‘](?=\S)/
/** Not an apostrophe within a word. */
const closingMark = /(?<=\S)['’](?=$|[\s,.;:!?)])/

export function withoutLoneMarks(text: string): string {
  let plain = text
  if ((plain.match(doubleMark)?.length ?? 0) % 2) plain = plain.replace(/["“”](?=[^"“”]*$)/, '')
  const [opens, closes] = [openingMark.test(plain), closingMark.test(plain)]
  if (opens && !closes) plain = plain.replace(openingMark, '')
  if (closes && !opens) plain = plain.replace(/['’]$/, '')
  return withoutLoneParenthesis(plain)
}

function withoutLoneParenthesis(text: string): string {
  const [open, close] = [text.lastIndexOf('('), text.lastIndexOf(')')]
  if (open > close) {
    const before = text.slice(0, open).trim()
    return before.split(' ').length >= MIN_WORDS_BEFORE_LONE_MARK ? before : text.replace('(', '')
  }
  return open < 0 && close >= 0 ? text.replace(')', '') : text
}
