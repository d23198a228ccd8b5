import { readFile } from 'node:fs/promises'
import { UsageError } from '#client/usage-error.ts'
import type { ImportOptions } from './import-options.ts'
import { type Io, readAll } from './io.ts'

/** Importing the same file again changes nothing. */
export async function importFile(file: string, options: ImportOptions, io: Io): Promise<void> {
  const kind = options.format ?? (/\.(nd)?jsonl?$/i.test(file) || file === '-' ? 'ndjson' : 'csv')
  const bytes = await bytesOf(file, io)
  if (kind === 'csv' && options.to !== 'contacts') {
    const given = { file, bytes, ...options }
    if (options.dryRun) return (await import('./import-check.ts')).checkCsvFile(given, io)
    return (await import('./import-csv.ts')).importCsvFile(given, io)
  }
  if (options.type || options.map || options.dateFormat)
    throw new UsageError('--type, --map and --date-format are for CSV files that the server reads')
  return (await import('./import-rows.ts')).importRows({ file, text: bytes.toString('utf8'), kind, ...options }, io)
}

const bytesOf = (file: string, io: Io): Promise<Buffer> =>
  file === '-'
    ? readAll(io.stdin)
    : readFile(file).catch(() => Promise.reject(new UsageError(`${file} cannot be read`)))
