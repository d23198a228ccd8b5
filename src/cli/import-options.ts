export type ImportOptions = {
  type?: string
  to?: 'feedback' | 'contacts'
  source?: string
  map?: string[]
  dateFormat?: 'ymd' | 'dmy' | 'mdy'
  format?: 'csv' | 'ndjson'
  dryRun?: boolean
  analyze: boolean
}
