import { ingestTickets } from '#domain/sources/tickets/ingest.ts'
import type { Given } from '#domain/sources/tickets/plan.ts'
import { keyBy, personOf, sameWords } from './feedback-rows.ts'
import type { RowImporter } from './row-importer.ts'

type Told = {
  subject: string
  body: string
  created_date?: string
  status?: Given['status']
  priority?: Given['priority']
  external_id?: string
  tags?: string[]
  url?: string
  'contact.company'?: string
}

export const ticketRows: RowImporter<Given> = {
  events: { created: 'support.ticket_created', updated: 'support.ticket_updated' },
  inputOf(row, options) {
    const { contact, aside } = personOf(row, 'requester')
    const {
      subject,
      body,
      created_date,
      status,
      priority,
      external_id,
      tags,
      url,
      'contact.company': company,
    } = row.values as Told
    const custom = { ...aside, ...row.metadata }
    return {
      subject,
      body,
      source_name: options.default_source ?? 'csv',
      ...(status !== undefined && { status }),
      ...(priority !== undefined && { priority }),
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
  keyOf: ({ source_name, external_id, subject, body, requester, opened_at }, _row, options) =>
    keyBy(
      options,
      [source_name, external_id],
      [
        sameWords(subject),
        sameWords(body),
        requester?.email?.toLowerCase() ?? requester?.phone,
        opened_at?.slice(0, 10),
      ],
    ),
  store: (db, inputs, { org, upload, journal }) =>
    ingestTickets(db, org, new Date(), inputs, { source: 'csv', csv_upload_id: upload.id, journal }),
}
