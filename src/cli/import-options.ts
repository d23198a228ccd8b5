export type ImportOptions = {
  type?: string
  to?: 'feedback' | 'contacts'
  source?: string
  map?: string[]
  dateFormat?: 'ymd' | 'dmy' | 'mdy'
  format?: 'csv' | 'ndjson'
  dryRun?: boolean
  /** Of a dry run, on a terminal too. */
  json?: boolean
  analyze: boolean
}

/** A CSV file that the server reads. */
export type CsvImport = ImportOptions & { file: string; bytes: Buffer }
