import type { Calls } from '#client/calls.ts'
import { EarshotError } from '#client/errors.ts'
import { connectAs } from './connection.ts'
import { checkText } from './import-check-text.ts'
import { requireNoneRejected } from './import-csv.ts'
import { mappingOf, uploadOf } from './import-mapping.ts'
import type { CsvImport } from './import-options.ts'
import { type CheckedUpload, reportOf } from './import-report.ts'
import { type Io, print } from './io.ts'
import { jsonOf } from './text.ts'

/** Shows what an import would do. The server keeps nothing of a dry run, not even the file. */
export async function checkCsvFile(given: CsvImport, io: Io): Promise<void> {
  const calls = await connectAs(io)
  const upload = await createDry(calls, uploadOf(given))
  const mapping = mappingOf(upload, given)
  const checked = await createDry(calls, { ...uploadOf(given), type: upload.type, mapping }).catch((error: unknown) =>
    error instanceof EarshotError && error.code === 'VALIDATION_ERROR' ? error : Promise.reject(error),
  )
  const report = reportOf(upload, mapping, checked instanceof EarshotError ? undefined : checked)
  const asText = io.isTTY && !given.json
  await print(io.stdout, asText ? await checkText(given.file, report, io) : `${jsonOf(report, 2)}\n`)
  if (checked instanceof EarshotError) throw checked
  requireNoneRejected(checked.totals)
}

const createDry = async (calls: Calls, body: object) =>
  (await calls.call('createCsvUpload', body as Record<string, unknown>, { dryRun: true })) as CheckedUpload
