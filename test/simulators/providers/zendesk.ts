import { byUpdate, iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Zendesk: incremental ticket export by cursor, and comments of a ticket. */

const authorization = `Basic ${Buffer.from('ana@example.com/token:zd-token').toString('base64')}`

const ticketOf = ({ n, id, text, createdAt, updatedAt, isDeleted }: SimulatedItem) => ({
  id: Number(id),
  subject: `Ticket ${id}`,
  description: text,
  status: isDeleted ? 'deleted' : 'open',
  priority: null,
  requester_id: 900_000 + (n % 50),
  tags: ['export'],
  comment_count: n % 20 === 0 ? 2 : 1,
  created_at: iso(createdAt).replace(/\.\d+/, ''),
  updated_at: iso(updatedAt).replace(/\.\d+/, ''),
  generated_timestamp: Math.floor(updatedAt / 1000),
})

const userOf = (id: number) => ({ id, name: `Person ${id}`, email: `p${id}@example.com`, role: 'end-user' })

const readCursor = (text: string) => Buffer.from(text, 'base64url').toString().split('|').map(Number)

export const simulator: Simulator = {
  config: { subdomain: 'acme' },
  credential: { email: 'ana@example.com', api_token: 'zd-token' },
  pageSize: 50,
  reportsDeletions: true,
  expiresPositions: true,
  limitOf: ({ url }) => (url.pathname.includes('/incremental/') ? 'export' : 'default'),
  expected: ({ id }) => ({ type: 'support_ticket', external_id: id }),
  answer(request, world) {
    if (request.headers.authorization !== authorization) return json({ error: 'Couldn’t authenticate you' }, 401)
    const comments = /\/tickets\/(\d+)\/comments/.exec(request.url.pathname)?.[1]
    if (comments !== undefined)
      return json({
        comments: [1, 2].map((k) => ({
          id: Number(comments) * 10 + k,
          author_id: k === 1 ? 900_000 : 77,
          body: k === 1 ? 'first' : 'We are looking into it.',
          public: true,
          created_at: iso(world.now),
        })),
      })
    const limit = Math.min(1000, Number(parameter(request, 'per_page') ?? 1000))
    const text = parameter(request, 'cursor')
    const [time = 0, after = -1, generation = world.generation] =
      text === undefined ? [Number(parameter(request, 'start_time')) * 1000 - 1] : readCursor(text)
    if (generation !== world.generation) return json({ error: 'InvalidCursor', description: 'invalid cursor' }, 400)
    if (text === undefined && time > world.now - 60_000) return json({ error: 'StartTimeTooRecent' }, 422)
    const found = world.items
      .filter((item) => item.updatedAt <= world.now - 60_000)
      .toSorted(byUpdate)
      .filter((item) => item.updatedAt > time || (item.updatedAt === time && item.n > after))
    const tickets = found.slice(0, limit)
    const last = tickets.at(-1)
    const next = last
      ? Buffer.from(`${last.updatedAt}|${last.n}|${world.generation}`).toString('base64url')
      : (text ?? Buffer.from(`${time}|-1|${world.generation}`).toString('base64url'))
    return json({
      tickets: tickets.map(ticketOf),
      users: [...new Set(tickets.map(({ n }) => 900_000 + (n % 50)))].map(userOf),
      after_cursor: next,
      after_url: `${world.baseUrl}/api/v2/incremental/tickets/cursor.json?cursor=${next}`,
      end_of_stream: found.length <= limit,
    })
  },
}
