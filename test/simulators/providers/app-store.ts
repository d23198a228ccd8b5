import { iso, json, type SimulatedItem, type Simulator, type SimulatedWorld } from '../simulator.ts'

/* The public review feed: ten pages, newest first, 500 reviews at most. */

const entryOf = ({ id, n, text, updatedAt }: SimulatedItem) => ({
  id: { label: id },
  title: { label: `Review ${n}` },
  content: { label: text },
  'im:rating': { label: String((n % 5) + 1) },
  'im:version': { label: '2.1' },
  author: { name: { label: `Person ${n}` } },
  updated: { label: iso(updatedAt).replace(/\.\d+Z/, '-00:00') },
})

const pages = 10
const sizes = new WeakMap<SimulatedWorld, number>()

/** Chosen once, so that small checks have ten pages too. */
function pageSize(world: SimulatedWorld): number {
  if (!sizes.has(world)) sizes.set(world, Math.min(50, Math.ceil((world.items.length + 7) / pages)))
  return sizes.get(world)!
}

export const simulator: Simulator = {
  config: { app_id: '284882215', countries: ['us'] },
  credential: {},
  maxItems: 490,
  maxKills: 8,
  expected: ({ id }) => ({ type: 'feedback', external_id: id }),
  answer(request, world) {
    const match = /^\/us\/rss\/customerreviews\/page=(\d+)\/id=284882215\/sortby=mostrecent\/json$/.exec(
      request.url.pathname,
    )
    if (!match) return json('not found', 404)
    const size = pageSize(world)
    const start = (Number(match[1]) - 1) * size
    const sorted = world.items.toSorted((a, b) => b.updatedAt - a.updatedAt || b.n - a.n)
    const entry = sorted.slice(start, start + size).map(entryOf)
    return json({ feed: { author: { name: { label: 'iTunes Store' } }, ...(entry.length > 0 && { entry }) } })
  },
}
