/** What a spreadsheet takes for the beginning of a formula, also behind blanks and in full width. */
const formula = /^[\s\u00a0\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const number = /^[+-]?\d{1,15}([.,]\d{1,15})?$/

/** A cell that a spreadsheet shows as the text it is. */
export const safeCell = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text)
