import { byUpdate, iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Freshdesk: tickets by update time with page numbers, deleted ones by filter, conversations of a ticket. */

const seconds = (time: number) => iso(time).replace(/\.\d+/, '')
const ticketOf = ({ id, n, text, createdAt, updatedAt }: SimulatedItem) => ({
  id: Number(id),
  subject: `Ticket ${n}`,
  description_text: text,
  status: 2 + (n % 4),
  priority: 1 + (n % 4),
  tags: [],
  requester_id: 500 + (n % 20),
  requester: { id: 500 + (n % 20), email: `p${n % 20}@example.com`, name: `Person ${n % 20}` },
  created_at: seconds(createdAt),
  updated_at: seconds(updatedAt),
})

export const simulator: Simulator = {
  config: { domain: 'acme' },
  credential: { api_key: 'fd-key' },
  reportsDeletions: true,
  expected: ({ id }) => ({ type: 'support_ticket', external_id: id }),
  answer(request, world) {
    if (request.headers.authorization !== `Basic ${Buffer.from('fd-key:X').toString('base64')}`)
      return json({ code: 'invalid_credentials' }, 401)
    const id = /\/tickets\/(\d+)\/conversations$/.exec(request.url.pathname)?.[1]
    if (id !== undefined)
      return json([{ id: Number(id) * 10, body_text: 'We will fix it.', incoming: false, created_at: iso(world.now) }])
    const since = Date.parse(parameter(request, 'updated_since') ?? iso(0))
    const size = Number(parameter(request, 'per_page') ?? 30)
    const start = (Number(parameter(request, 'page') ?? 1) - 1) * size
    const wantsDeleted = parameter(request, 'filter') === 'deleted'
    const found = world.items.filter((item) => item.isDeleted === wantsDeleted && item.updatedAt >= since)
    return json(
      found
        .toSorted(byUpdate)
        .slice(start, start + size)
        .map(ticketOf),
    )
  },
}
