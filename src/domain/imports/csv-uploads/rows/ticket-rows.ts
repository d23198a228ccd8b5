import type { Rating } from '#contract/core/read-rating.ts'
import { ingestTickets } from '#domain/sources/tickets/ingest.ts'
import type { TicketFields } from '#domain/sources/tickets/batch-rows.ts'
import { dedupeKey, contactFieldsOf, normalizeText } from './row-fields.ts'
import type { RowImporter } from './row-importer.ts'

type TicketValues = {
  subject: string
  body: string
  created_date?: string
  status?: TicketFields['status']
  priority?: TicketFields['priority']
  rating?: Rating
  external_id?: string
  tags?: string[]
  url?: string
  'contact.company'?: string
}

const csatOf = ({ value, scale_min, scale_max }: Rating) => ({ score: value, scale_min, scale_max })

export const ticketRows: RowImporter<TicketFields> = {
  events: { created: 'support.ticket_created', updated: 'support.ticket_updated' },
  toInput(row, options) {
    const { contact, extra } = contactFieldsOf(row, 'requester')
    const {
      subject,
      body,
      created_date,
      status,
      priority,
      rating,
      external_id,
      tags,
      url,
      'contact.company': company,
    } = row.values as TicketValues
    const custom = { ...extra, ...row.metadata }
    return {
      subject,
      body,
      source_name: options.default_source ?? 'csv',
      ...(status !== undefined && { status }),
      ...(priority !== undefined && { priority }),
      ...(rating && { csat: csatOf(rating) }),
      ...(created_date !== undefined && { opened_at: created_date }),
      ...(external_id !== undefined && { external_id }),
      ...(tags !== undefined && { tags }),
      ...(url !== undefined && { url }),
      ...(company !== undefined && { company }),
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
