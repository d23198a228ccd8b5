import { json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Slack: conversations.history with cursors, newest first, and conversations.replies. */

const channel = 'C024BE91L'
const tsOf = ({ createdAt, n }: SimulatedItem) => `${Math.floor(createdAt / 1000)}.${String(n).padStart(6, '0')}`
const messageOf = (item: SimulatedItem) => ({
  type: 'message',
  user: `U${item.n % 30}`,
  text: item.text,
  ts: tsOf(item),
  ...(item.n % 25 === 0 && { thread_ts: tsOf(item), reply_count: 1 }),
})

export const simulator: Simulator = {
  config: { channels: [channel] },
  credential: { bot_token: 'xoxb-token' },
  expiresPositions: true,
  // Edits of messages older than a week arrive through webhooks only.
  reportsEdits: false,
  expected: (item) => ({ type: 'feedback', external_id: `${channel}-${tsOf(item)}` }),
  answer(request, world) {
    if (request.headers.authorization !== 'Bearer xoxb-token') return json({ ok: false, error: 'invalid_auth' })
    if (request.url.pathname.endsWith('/conversations.replies')) {
      const item = world.items.find((one) => tsOf(one) === parameter(request, 'ts'))
      if (!item) return json({ ok: false, error: 'thread_not_found' })
      const answer = {
        type: 'message',
        user: 'U99',
        text: 'Same here.',
        ts: `${tsOf(item).slice(0, -1)}9`,
        thread_ts: tsOf(item),
      }
      return json({ ok: true, messages: [messageOf(item), answer], has_more: false })
    }
    const [before, generation] = (parameter(request, 'cursor') ?? '').split(':')
    if (before !== '' && Number(generation) !== world.generation) return json({ ok: false, error: 'invalid_cursor' })
    const found = world.items
      .filter((item) => Number(tsOf(item)) > Number(parameter(request, 'oldest') ?? 0))
      .filter((item) => before === '' || Number(tsOf(item)) < Number(before))
      .toSorted((a, b) => Number(tsOf(b)) - Number(tsOf(a)))
    const page = found.slice(0, Number(parameter(request, 'limit') ?? 100))
    const more = page.length < found.length
    return json({
      ok: true,
      messages: page.map(messageOf),
      has_more: more,
      ...(more && { response_metadata: { next_cursor: `${tsOf(page.at(-1)!)}:${world.generation}` } }),
    })
  },
}
