import { byUpdate, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* Delighted: survey responses by update time with page numbers. */

const responseOf = ({ id, n, text, createdAt, updatedAt }: SimulatedItem) => ({
  id,
  survey_type: 'nps',
  score: n % 11,
  comment: text,
  created_at: Math.floor(createdAt / 1000),
  updated_at: Math.floor(updatedAt / 1000),
  person: { id: String(n % 30), email: `p${n % 30}@example.com`, name: `Person ${n % 30}` },
  tags: [],
})

export const simulator: Simulator = {
  config: {},
  credential: { api_key: 'dl-key' },
  expected: ({ id }) => ({ type: 'nps_response', external_id: id }),
  answer(request, world) {
    if (request.headers.authorization !== `Basic ${Buffer.from('dl-key:').toString('base64')}`)
      return json({ status: 401, message: 'Invalid API key' }, 401)
    const since = Number(parameter(request, 'updated_since') ?? 0) * 1000
    const size = Math.min(100, Number(parameter(request, 'per_page') ?? 20))
    const start = (Number(parameter(request, 'page') ?? 1) - 1) * size
    const found = world.items.filter((item) => item.updatedAt >= since).toSorted(byUpdate)
    return json(found.slice(start, start + size).map(responseOf))
  },
}
