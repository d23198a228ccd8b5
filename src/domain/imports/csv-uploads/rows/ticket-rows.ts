import type { Rating } from '#contract/core/read-rating.ts'
import { ingestTickets } from '#domain/sources/tickets/ingest.ts'
import type { TicketFields } from '#domain/sources/tickets/batch-rows.ts'
import { dedupeKey, contactFieldsOf, filledFields, normalizeText } from './row-fields.ts'
import type { RowImporter } from './row-importer.ts'

type TicketValues = { subject: string; body: string; rating?: Rating }

const csatOf = ({ value, scale_min, scale_max }: Rating) => ({ score: value, scale_min, scale_max })

export const ticketRows: RowImporter<TicketFields> = {
  events: { created: 'support.ticket_created', updated: 'support.ticket_updated' },
  toInput(row, options) {
    const { contact, extra } = contactFieldsOf('cs_ticket', row)
    const { subject, body, rating } = row.values as TicketValues
    const custom = { ...extra, ...row.metadata }
    return {
      ...filledFields<TicketFields>('cs_ticket', row),
      subject,
      body,
      source_name: options.default_source ?? 'csv',
      ...(rating && { csat: csatOf(rating) }),
      ...(contact && { requester: contact }),
      ...(Object.keys(custom).length > 0 && { custom_fields: custom }),
      ...(!options.analyze && { analyze: 'never' as const }),
    }
  },
  dedupeKeyOf: ({ source_name, external_id, subject, body, requester, opened_at }, options) =>
    dedupeKey(options, {
      reference: [source_name, external_id],
      content: [
        normalizeText(subject),
        normalizeText(body),
        requester?.email?.toLowerCase() ?? requester?.phone,
        opened_at?.slice(0, 10),
      ],
    }),
  store: (db, inputs, { org, upload, changeLog }) =>
    ingestTickets(db, org, inputs, { now: new Date(), source: 'csv', csv_upload_id: upload.id, changeLog }),
}
