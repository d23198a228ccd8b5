import { iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Typeform: responses of a form, newest first, with the token of the last one as `before`. */

const field = 'DlXFaesGBpoF'
const seconds = (time: number) => iso(time).replace(/\.\d+/, '')
const responseOf = ({ id, n, text, createdAt }: SimulatedItem) => ({
  token: `r${id}`,
  response_id: `r${id}`,
  landed_at: seconds(createdAt - 60_000),
  submitted_at: seconds(createdAt),
  hidden: { email: `p${n % 40}@example.com` },
  answers: [{ type: 'text', text, field: { id: field, type: 'long_text', ref: 'improve' } }],
})

export const simulator: Simulator = {
  config: { forms: ['lT4Z3j'] },
  credential: { access_token: 'tfp_token' },
  reportsEdits: false,
  expected: ({ id }) => ({ type: 'feedback', external_id: `r${id}:${field}` }),
  answer(request, world) {
    if (request.headers.authorization !== 'Bearer tfp_token') return json({ code: 'AUTHENTICATION_FAILED' }, 401)
    if (request.url.pathname !== '/forms/lT4Z3j/responses') return json({ code: 'FORM_NOT_FOUND' }, 404)
    const since = Date.parse(parameter(request, 'since') ?? iso(0))
    const sorted = world.items
      .filter((item) => item.createdAt >= since)
      .toSorted((a, b) => b.createdAt - a.createdAt || b.n - a.n)
    const before = parameter(request, 'before')
    const start = before === undefined ? 0 : sorted.findIndex((item) => `r${item.id}` === before) + 1
    if (before !== undefined && start === 0) return json({ code: 'BAD_REQUEST' }, 400)
    const size = Math.min(1000, Number(parameter(request, 'page_size') ?? 25))
    return json({
      total_items: sorted.length,
      page_count: Math.ceil(sorted.length / size),
      items: sorted.slice(start, start + size).map(responseOf),
    })
  },
}
