import type { ImportedNpsFields } from '#domain/sources/nps/batch-rows.ts'
import { ingestNpsResponses } from '#domain/sources/nps/ingest.ts'
import { commonFields, contactFieldsOf, dedupeKey, normalizeText, rowSource } from './row-fields.ts'
import type { RowImporter } from './row-importer.ts'

export const npsRows: RowImporter<ImportedNpsFields> = {
  events: { created: 'nps.response_created', updated: null },
  toInput(row, options) {
    const { contact, extra } = contactFieldsOf(row, 'respondent')
    const { score, reason, response_date } = row.values as { score: number; reason?: string; response_date?: string }
    return {
      score,
      source: rowSource(row, options),
      analyze: options.analyze,
      ...(reason !== undefined && { reason }),
      ...(response_date !== undefined && { responded_at: response_date }),
      ...(contact && { contact }),
      ...commonFields(row, extra),
    }
  },
  dedupeKeyOf: ({ source, external_id, score, reason, contact, responded_at }, options) =>
    dedupeKey(options, {
      reference: [source, external_id],
      content: [
        score,
        normalizeText(reason),
        contact?.email?.toLowerCase() ?? contact?.phone,
        responded_at?.slice(0, 10),
      ],
    }),
  store: (db, inputs, { org, upload: { id: csv_upload_id, batch_id }, changeLog }) =>
    ingestNpsResponses(db, org, inputs, { batch_id, csv_upload_id, changeLog }),
}
