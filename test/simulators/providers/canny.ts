import { iso, json, type SimulatedItem, type Simulator } from '../simulator.ts'

/* Canny: posts, newest first, with skip and hasMore; the key is in the body. */

const postOf = ({ id, n, text, createdAt }: SimulatedItem) => ({
  id,
  title: `Idea ${n}`,
  details: text,
  created: iso(createdAt),
  url: `https://acme.canny.io/ideas/p/${id}`,
  score: n % 40,
  status: 'open',
  author: { id: `a${n % 30}`, name: `Person ${n % 30}`, email: `p${n % 30}@example.com` },
  board: { id: 'b1', name: 'Ideas' },
  tags: [],
})

export const simulator: Simulator = {
  config: {},
  credential: { api_key: 'cn-key' },
  expected: ({ id }) => ({ type: 'feedback', external_id: id }),
  answer(request, world) {
    const { apiKey, skip = 0, limit = 10 } = JSON.parse(request.body) as Record<string, never>
    if (apiKey !== 'cn-key') return json({ error: 'invalid api key' }, 401)
    const sorted = world.items.toSorted((a, b) => b.createdAt - a.createdAt || b.n - a.n)
    const posts = sorted.slice(skip, skip + Math.min(100, limit))
    return json({ hasMore: skip + posts.length < sorted.length, posts: posts.map(postOf) })
  },
}
