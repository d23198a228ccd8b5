import { byUpdate, json, type SimulatedItem, type Simulator } from '../simulator.ts'

/* Intercom: search of conversations with starting_after, and one conversation with its parts. */

const conversationOf = ({ id, n, text, createdAt, updatedAt }: SimulatedItem, parts: boolean) => ({
  type: 'conversation',
  id,
  created_at: Math.floor(createdAt / 1000),
  updated_at: Math.floor(updatedAt / 1000),
  state: n % 3 === 0 ? 'closed' : 'open',
  source: {
    type: 'conversation',
    id: `s${id}`,
    body: `<p>${text}</p>`,
    author: { type: 'user', id: `u${n % 40}`, name: `Person ${n % 40}`, email: `p${n % 40}@example.com` },
  },
  ...(parts && {
    conversation_parts: {
      conversation_parts: [
        {
          id: `p${id}`,
          part_type: 'comment',
          body: '<p>Thank you, we will look into it.</p>',
          created_at: Math.floor(updatedAt / 1000),
          author: { type: 'admin', id: '1', name: 'Bo' },
        },
      ],
    },
  }),
})

type Search = {
  query: { value: { operator: '>' | '<'; value: number }[] }
  pagination: { per_page: number; starting_after?: string }
}

export const simulator: Simulator = {
  config: {},
  credential: { access_token: 'ic-token' },
  expiresPositions: true,
  expected: ({ id }) => ({ type: 'support_ticket', external_id: id }),
  tooMany: (seconds, world) =>
    json({ type: 'error.list', errors: [{ code: 'rate_limit_exceeded' }] }, 429, {
      'x-ratelimit-reset': String(Math.floor(world.now / 1000) + seconds),
    }),
  answer(request, world) {
    if (request.headers.authorization !== 'Bearer ic-token')
      return json({ type: 'error.list', errors: [{ code: 'unauthorized' }] }, 401)
    const id = /^\/conversations\/(\d+)$/.exec(request.url.pathname)?.[1]
    if (id !== undefined) {
      const item = world.items.find((one) => one.id === id)
      return item ? json(conversationOf(item, true)) : json({ type: 'error.list' }, 404)
    }
    const { query, pagination } = JSON.parse(request.body) as Search
    const found = world.items
      .filter(({ updatedAt }) =>
        query.value.every(({ operator, value }) => {
          const time = Math.floor(updatedAt / 1000)
          return operator === '>' ? time > value : time < value
        }),
      )
      .toSorted(byUpdate)
    const [offset, generation] = (pagination.starting_after ?? `0.${world.generation}`).split('.').map(Number)
    if (generation !== world.generation)
      return json({ type: 'error.list', errors: [{ message: 'starting_after is invalid' }] }, 400)
    const page = found.slice(offset, offset! + pagination.per_page)
    const end = offset! + page.length
    return json({
      type: 'conversation.list',
      conversations: page.map((item) => conversationOf(item, false)),
      total_count: found.length,
      pages: {
        per_page: pagination.per_page,
        ...(end < found.length && { next: { starting_after: `${end}.${world.generation}` } }),
      },
    })
  },
}
