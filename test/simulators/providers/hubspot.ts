import { byUpdate, iso, json, type SimulatedItem, type Simulator } from '../simulator.ts'

/* HubSpot: search of tickets with `after`, at most 10,000 results. */

const ticketOf = ({ id, n, text, createdAt, updatedAt }: SimulatedItem) => ({
  id,
  properties: {
    subject: `Ticket ${n}`,
    content: text,
    createdate: iso(createdAt),
    hs_lastmodifieddate: iso(updatedAt),
    hs_ticket_priority: n % 2 ? 'HIGH' : null,
    hs_pipeline_stage: '1',
    closed_date: null,
  },
  archived: false,
})

type Search = { filterGroups: [{ filters: [{ value: string }] }]; limit: number; after?: string }

export const simulator: Simulator = {
  config: {},
  credential: { access_token: 'pat-1' },
  expected: ({ id }) => ({ type: 'support_ticket', external_id: id }),
  tooMany: () => json({ status: 'error', errorType: 'RATE_LIMIT', policyName: 'SECONDLY' }, 429),
  answer(request, world) {
    if (request.headers.authorization !== 'Bearer pat-1') return json({ category: 'INVALID_AUTHENTICATION' }, 401)
    const { filterGroups, limit, after = '0' } = JSON.parse(request.body) as Search
    const since = Number(filterGroups[0].filters[0].value)
    const start = Number(after)
    const found = world.items.filter((item) => item.updatedAt >= since).toSorted(byUpdate)
    const end = start + Math.min(200, limit)
    return json({
      total: found.length,
      results: found.slice(start, end).map(ticketOf),
      ...(end < found.length && { paging: { next: { after: String(end) } } }),
    })
  },
}
