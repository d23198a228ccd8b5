import { type Input, ingest } from '#domain/sources/feedback/ingest.ts'
import { keyOf } from '#engine/csv/key.ts'
import type { ReadRow } from './check-row.ts'
import type { FilledOptions } from './mapping.ts'
import type { RowImporter } from './row-importer.ts'

export const sourceOf = ({ values }: ReadRow, { default_source }: FilledOptions): string =>
  (values.source as string | undefined) ?? (keyOf(default_source ?? '') || 'csv')

/** Who said it, when there is something to know them by; a name alone is kept beside what they said. */
export function personOf({ values }: ReadRow, role: string) {
  const {
    [`${role}_email`]: email,
    [`${role}_name`]: name,
    'contact.phone': phone,
    'contact.plan': plan,
    'contact.company': company,
  } = values as Record<string, string | undefined>
  const known = email !== undefined || phone !== undefined
  const about = { ...(company !== undefined && { name: company }), ...(plan !== undefined && { plan }) }
  const contact = known
    ? {
        ...(email !== undefined && { email }),
        ...(name !== undefined && { name }),
        ...(phone !== undefined && { phone }),
        ...(Object.keys(about).length > 0 && { company: about }),
      }
    : undefined
  const aside = known
    ? {}
    : {
        ...(name !== undefined && { [`${role}_name`]: name }),
        ...(company !== undefined && { company }),
        ...(plan !== undefined && { plan }),
      }
  return { contact, aside }
}

/** What rows of every type may say besides. */
export const besides = ({ values, metadata }: ReadRow, aside: object) => ({
  ...(values.external_id !== undefined && { external_id: values.external_id as string }),
  ...(values.tags !== undefined && { tags: values.tags as string[] }),
  ...(values.url !== undefined && { url: values.url as string }),
  ...(values.language !== undefined && { language: values.language as string }),
  metadata: { ...aside, ...metadata },
})

/** The same reference, or the same words of the same person on the same day. */
export const keyBy = (
  options: FilledOptions,
  reference: readonly (string | undefined)[],
  words: readonly unknown[],
): string | null => {
  if (reference.at(-1) !== undefined && options.dedupe !== 'none') return JSON.stringify(reference)
  return options.dedupe === 'content' ? JSON.stringify([null, ...words]) : null
}

export const sameWords = (text: unknown) =>
  String(text ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

export const feedbackRows: RowImporter<Input> = {
  events: { created: 'feedback.created', updated: 'feedback.updated' },
  inputOf(row, options) {
    const { contact, aside } = personOf(row, 'respondent')
    const { content, title, submitted_date } = row.values as Record<string, string>
    return {
      content: content!,
      source: sourceOf(row, options),
      source_type: 'feedback',
      analyze: options.analyze,
      ...(title !== undefined && { title }),
      ...(submitted_date !== undefined && { occurred_at: submitted_date }),
      ...(contact && { contact }),
      ...besides(row, aside),
      ...(options.dedupe === 'content' && row.values.external_id === undefined && { dedupe: 'content' as const }),
    }
  },
  keyOf: ({ source, external_id, content, contact, occurred_at }, _row, options) =>
    keyBy(
      options,
      [source, external_id],
      [sameWords(content), contact?.email?.toLowerCase() ?? contact?.phone, occurred_at?.slice(0, 10)],
    ),
  async store(db, inputs, { org, upload, journal }) {
    const outcomes = await ingest(db, org, inputs, upload.batch_id, { csv_upload_id: upload.id, journal })
    return { outcomes, queued: outcomes.filter((one) => one.queued).map((one) => one.id) }
  },
}
