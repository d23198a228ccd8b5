import { isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { rejected } from '#domain/integrations/mapping/records.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, cursorText } from '#domain/integrations/definition/answers.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

const properties = [
  'subject',
  'content',
  'hs_ticket_priority',
  'hs_pipeline_stage',
  'hs_ticket_category',
  'createdate',
  'closed_date',
  'hs_lastmodifieddate',
]
const changedAt = (item: unknown) => String(nestedValue(item, 'properties', 'hs_lastmodifieddate') ?? '')

/**
 * A search gives out 10,000 results at most, and a ticket that changes moves to its end. So each request starts at
 * the time of the last ticket, and pages are only followed where a whole page has the same time.
 */
const tickets: PullStream = {
  name: 'tickets',
  start: ({ since }) => ({ since: since.toISOString() }),
  request: (cursor, { pageSize }) => ({
    url: '/crm/v3/objects/tickets/search',
    method: 'POST',
    body: {
      filterGroups: [
        {
          filters: [
            {
              propertyName: 'hs_lastmodifieddate',
              operator: 'GTE',
              value: String(Date.parse(cursorText(cursor, 'since') ?? '') || 0),
            },
          ],
        },
      ],
      sorts: [{ propertyName: 'hs_lastmodifieddate', direction: 'ASCENDING' }],
      properties,
      limit: pageSize,
      ...(cursorText(cursor, 'after') && { after: cursorText(cursor, 'after') }),
    },
  }),
  page(answer, cursor) {
    const items = arrayAt(answer, 'results')
    const after = nestedValue(answer.json, 'paging', 'next', 'after')
    const total = nestedValue(answer.json, 'total')
    const last = changedAt(items.at(-1))
    const more = typeof after === 'string' && items.length > 0
    const since = cursorText(cursor, 'since')
    const isSameTime = since !== undefined && !(Date.parse(last) > Date.parse(since))
    return {
      items,
      next: more && isSameTime ? { since, after } : { since: last || since },
      more,
      total: cursor.after === undefined && typeof total === 'number' ? total : undefined,
      reachedAt: last || undefined,
    }
  },
  read(item, _details, { source }) {
    const fields = nestedValue(item, 'properties')
    if (!isObject(fields)) return rejected('ticket', 'the ticket has no properties')
    return recordFrom(
      'support_ticket',
      {
        external_id: nestedValue(item, 'id'),
        subject: fields.subject,
        body: fields.content,
        status: fields.closed_date ? 'closed' : 'open',
        priority: typeof fields.hs_ticket_priority === 'string' ? fields.hs_ticket_priority.toLowerCase() : undefined,
        opened_at: fields.createdate,
        'custom_fields.pipeline_stage': fields.hs_pipeline_stage,
        'custom_fields.category': fields.hs_ticket_category,
      },
      source,
    )
  },
}

export const pull: PullDefinition = {
  baseUrl: () => 'https://api.hubapi.com',
  headers: ({ credential }) => ({ authorization: `Bearer ${credential.access_token}` }),
  // The search has a lower limit than the rest of the API.
  limits: { default: { requests: 4, seconds: 1 } },
  pageSize: 100,
  streams: () => [tickets],
  notes: simulated('HubSpot', [
    'The contact of a ticket and its e-mails are not read. Deletions are followed through the webhook only.',
    'The total is the number of tickets that are left at the time of the request.',
  ]),
}
