import type { ImportedNpsFields } from '#domain/sources/nps/batch-rows.ts'
import { ingestNpsResponses } from '#domain/sources/nps/ingest.ts'
import { commonFields, contactFieldsOf, dedupeKey, normalizeText, rowSource } from './row-fields.ts'
import type { RowImporter } from './row-importer.ts'

export const npsRows: RowImporter<ImportedNpsFields> = {
  events: { created: 'nps.response_created', updated: null },
  toInput(row, options) {
    const { contact, extra } = contactFieldsOf('nps', row)
    return {
      ...commonFields<ImportedNpsFields>('nps', row, extra),
      score: row.values.score as number,
      source: rowSource(row, options),
      analyze: options.analyze,
      ...(contact && { contact }),
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
