import { iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Productboard: notes with a page cursor, filtered by the time of change. */

const noteOf = ({ id, n, text, createdAt, updatedAt }: SimulatedItem) => ({
  id,
  title: `Note ${n}`,
  content: `<p>${text}</p>`,
  displayUrl: `https://acme.productboard.com/inbox/notes/${id}`,
  state: 'unprocessed',
  createdAt: iso(createdAt),
  updatedAt: iso(updatedAt),
  tags: ['export'],
  user: { id: `u${n % 30}`, email: `p${n % 30}@example.com`, name: `Person ${n % 30}` },
})

export const simulator: Simulator = {
  config: {},
  credential: { access_token: 'pb-token' },
  expiresPositions: true,
  expected: ({ id }) => ({ type: 'feedback', external_id: id }),
  answer(request, world) {
    if (request.headers.authorization !== 'Bearer pb-token' || request.headers['x-version'] !== '1')
      return json({ errors: [{ code: 'unauthorized' }] }, 401)
    const from = Date.parse(parameter(request, 'updatedFrom') ?? iso(0))
    const [after, generation] = (parameter(request, 'pageCursor') ?? `-1:${world.generation}`).split(':').map(Number)
    if (generation !== world.generation) return json({ errors: [{ detail: 'the cursor is invalid' }] }, 400)
    const found = world.items.filter((item) => item.updatedAt >= from)
    const rest = found.filter((item) => item.n > after!)
    const page = rest.slice(0, Number(parameter(request, 'pageLimit') ?? 100))
    return json({
      data: page.map(noteOf),
      totalResults: found.length,
      pageCursor: page.length < rest.length ? `${page.at(-1)!.n}:${world.generation}` : null,
    })
  },
}
