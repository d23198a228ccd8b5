import { json, type Simulator, parameter } from '../../simulators/simulator.ts'

export const simulator: Simulator = {
  config: {},
  credential: { key: 'secret-key' },
  reportsEdits: false,
  expected: ({ n }) => ({ type: 'feedback', external_id: String(n) }),
  answer(request, { items }) {
    if (request.headers['x-api-key'] !== 'secret-key') return json({ error: 'wrong key' }, 401)
    const after = Number(parameter(request, 'after'))
    const comments = items.filter(({ n }) => n > after).map(({ n, text }) => ({ n, text }))
    return json({ comments: comments.slice(0, Number(parameter(request, 'limit'))) })
  },
}
