import { iso, json, type SimulatedItem, type Simulator, parameter } from '../simulator.ts'

/* A list with page numbers, as many APIs have it. */

const itemOf = ({ id, text, createdAt }: SimulatedItem) => ({ id, text, created: iso(createdAt), kind: 'comment' })

export const simulator: Simulator = {
  config: {
    url: 'https://api.example.com/v1/comments?sort=created',
    items_path: '$.results[*]',
    paging: 'page',
    page_parameter: 'page',
    size_parameter: 'size',
  },
  credential: { authorization: 'Bearer js-token' },
  mapping: {
    record: 'feedback',
    fields: { content: '$.text', external_id: '$.id', occurred_at: '$.created', 'metadata.kind': '$.kind' },
  },
  expected: ({ id }) => ({ type: 'feedback', external_id: id }),
  answer(request, world) {
    if (request.headers.authorization !== 'Bearer js-token') return json({ error: 'unauthorized' }, 401)
    if (request.url.pathname !== '/v1/comments') return json({ error: 'not found' }, 404)
    const size = Number(parameter(request, 'size') ?? 20)
    const start = (Number(parameter(request, 'page') ?? 1) - 1) * size
    return json({ results: world.items.slice(start, start + size).map(itemOf) })
  },
}
