import { customFieldsOf, findFieldRules, withValidFields } from '#domain/custom-fields/values.ts'
import type { FeedbackFields } from '#domain/sources/feedback/batch-rows.ts'
import { ingestFeedback } from '#domain/sources/feedback/ingest.ts'
import { commonFields, contactFieldsOf, dedupeKey, normalizeText, rowSource } from './row-fields.ts'
import type { RowImporter } from './row-importer.ts'

export const feedbackRows: RowImporter<FeedbackFields> = {
  events: { created: 'feedback.created', updated: 'feedback.updated' },
  toInput(row, options) {
    const { contact, extra } = contactFieldsOf('feedback', row)
    return {
      ...commonFields<FeedbackFields>('feedback', row, extra),
      content: row.values.content as string,
      source: rowSource(row, options),
      source_type: 'feedback',
      analyze: options.analyze && !row.hasNoWords,
      ...(row.customFields && { custom_fields: row.customFields }),
      ...(contact && { contact }),
      ...(options.dedupe === 'content' && row.values.external_id === undefined && { dedupe: 'content' as const }),
    }
  },
  dedupeKeyOf: ({ source, external_id, content, contact, occurred_at }, options) =>
    dedupeKey(options, {
      reference: [source, external_id],
      content: [normalizeText(content), contact?.email?.toLowerCase() ?? contact?.phone, occurred_at?.slice(0, 10)],
    }),
  async store(db, inputs, { org, upload, changeLog }) {
    const { id: csv_upload_id, batch_id } = upload
    const rules = await findFieldRules(db, org, 'feedback', inputs.map(customFieldsOf))
    const rows = inputs.map((input) => withValidFields(rules, input))
    const outcomes = await ingestFeedback(db, org, rows, { batch_id, csv_upload_id, changeLog })
    return { outcomes, queued: outcomes.filter(({ queued }) => queued).map(({ id }) => id) }
  },
}
