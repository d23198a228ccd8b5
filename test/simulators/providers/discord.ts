import { iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Discord: messages after an id, the oldest of them first chosen and sorted newest first. */

const idOf = ({ createdAt, n }: SimulatedItem) =>
  (((BigInt(createdAt) - 1_420_070_400_000n) << 22n) + BigInt(n)).toString()
const messageOf = (item: SimulatedItem) => ({
  id: idOf(item),
  type: 0,
  content: item.text,
  timestamp: iso(item.createdAt),
  edited_timestamp: null,
  author: { id: String(100 + (item.n % 30)), username: `user${item.n % 30}` },
})

export const simulator: Simulator = {
  config: { channels: ['613425648685547541'] },
  credential: { bot_token: 'dc-token' },
  reportsEdits: false,
  expected: (item) => ({ type: 'feedback', external_id: idOf(item) }),
  tooMany: (seconds) =>
    json({ message: 'You are being rate limited.', retry_after: seconds }, 429, { 'retry-after': String(seconds) }),
  answer(request, world) {
    if (request.headers.authorization !== 'Bot dc-token') return json({ message: '401: Unauthorized', code: 0 }, 401)
    if (request.url.pathname !== '/channels/613425648685547541/messages')
      return json({ message: 'Unknown Channel' }, 404)
    const after = BigInt(parameter(request, 'after') ?? 0)
    const found = world.items
      .filter((item) => BigInt(idOf(item)) > after)
      .toSorted((a, b) => (BigInt(idOf(a)) < BigInt(idOf(b)) ? -1 : 1))
    return json(
      found
        .slice(0, Math.min(100, Number(parameter(request, 'limit') ?? 50)))
        .reverse()
        .map(messageOf),
    )
  },
}
