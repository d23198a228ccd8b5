/** Beginnings that a spreadsheet reads as a formula, also after white space and as full-width characters. */
const formulaStart = /^[\s\u00a0\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const plainNumber = /^[+-]?\d{1,15}([.,]\d{1,15})?$/

/** Prefixes a cell so that a spreadsheet shows it as text. */
export const escapeFormula = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text
