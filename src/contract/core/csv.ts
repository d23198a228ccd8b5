import { stringify } from 'csv-stringify/sync'
import { escapeFormula } from './escape-formula.ts'

/** Rows as CSV, safe to open in a spreadsheet. */
export const csvText = (rows: readonly (readonly string[])[], lineEnd = '\r\n'): string =>
  stringify(
    rows.map((row) => row.map(escapeFormula)),
    // By default only the line end itself is quoted, not a single \r or \n.
    { record_delimiter: lineEnd, quoted_match: /[\r\n]/ },
  )
