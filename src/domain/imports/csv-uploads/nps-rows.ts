import { record, type TableInput } from '#domain/sources/nps/record.ts'
import { besides, keyBy, personOf, sameWords, sourceOf } from './feedback-rows.ts'
import type { RowImporter } from './row-importer.ts'

export const npsRows: RowImporter<TableInput> = {
  events: { created: 'nps.response_created', updated: null },
  inputOf(row, options) {
    const { contact, aside } = personOf(row, 'respondent')
    const { score, reason, response_date } = row.values as { score: number; reason?: string; response_date?: string }
    return {
      score,
      source: sourceOf(row, options),
      analyze: options.analyze,
      ...(reason !== undefined && { reason }),
      ...(response_date !== undefined && { responded_at: response_date }),
      ...(contact && { contact }),
      ...besides(row, aside),
    }
  },
  keyOf: ({ source, external_id, score, reason, contact, responded_at }, _row, options) =>
    keyBy(
      options,
      [source, external_id],
      [score, sameWords(reason), contact?.email?.toLowerCase() ?? contact?.phone, responded_at?.slice(0, 10)],
    ),
  store: (db, inputs, { org, upload, journal }) =>
    record(db, org, inputs, upload.batch_id, { csv_upload_id: upload.id, journal }),
}
