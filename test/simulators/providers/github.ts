import { byUpdate, iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* GitHub: issues by update time with page numbers, discussions by GraphQL with cursors. */

const isDiscussion = ({ n }: SimulatedItem) => n % 4 === 3
const seconds = (time: number) => iso(time).replace(/\.\d+/, '')
const issueOf = ({ id, n, text, createdAt, updatedAt }: SimulatedItem) => ({
  number: Number(id),
  title: `Report ${n}`,
  body: text,
  html_url: `https://github.com/acme/app/issues/${id}`,
  created_at: seconds(createdAt),
  updated_at: seconds(updatedAt),
  labels: [{ name: 'needs triage' }],
  state: 'open',
  user: { login: `user${n % 30}` },
})
const discussionOf = ({ id, n, text, createdAt, updatedAt }: SimulatedItem) => ({
  number: Number(id),
  title: `Idea ${n}`,
  body: text,
  url: `https://github.com/acme/app/discussions/${id}`,
  createdAt: seconds(createdAt),
  updatedAt: seconds(updatedAt),
  author: { login: `user${n % 30}` },
  labels: { nodes: [] },
})

export const simulator: Simulator = {
  config: { repositories: ['acme/app'], discussions: 'yes' },
  credential: { token: 'github_pat_1' },
  expiresPositions: true,
  expected: ({ id }) => ({ type: 'feedback', external_id: `acme/app#${id}` }),
  tooMany: (wait, world) =>
    json({ message: 'API rate limit exceeded' }, 403, {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.floor(world.now / 1000) + wait),
    }),
  answer(request, world) {
    if (request.headers.authorization !== 'Bearer github_pat_1') return json({ message: 'Bad credentials' }, 401)
    if (request.url.pathname === '/graphql') {
      const { variables } = JSON.parse(request.body) as { variables: { size: number; after: string | null } }
      const [after, generation] = (variables.after ?? `:${world.generation}`).split(':')
      if (Number(generation) !== world.generation) return json({ errors: [{ message: 'invalid cursor' }] })
      const sorted = world.items.filter(isDiscussion).toSorted(byUpdate).reverse()
      const start = after === '' ? 0 : sorted.findIndex((item) => `${item.updatedAt}.${item.n}` <= after!) + 1
      const nodes = sorted.slice(start, start + variables.size)
      const last = nodes.at(-1)
      return json({
        data: {
          repository: {
            discussions: {
              nodes: nodes.map(discussionOf),
              pageInfo: {
                hasNextPage: start + nodes.length < sorted.length,
                endCursor: last ? `${last.updatedAt}.${last.n}:${world.generation}` : null,
              },
            },
          },
        },
      })
    }
    const since = Date.parse(parameter(request, 'since') ?? iso(0))
    const size = Number(parameter(request, 'per_page') ?? 30)
    const start = (Number(parameter(request, 'page') ?? 1) - 1) * size
    const found = world.items.filter((item) => !isDiscussion(item) && item.updatedAt >= since).toSorted(byUpdate)
    return json(found.slice(start, start + size).map(issueOf))
  },
}
