import autocannon, { type Request, type Result } from 'autocannon'
import type { Dataset } from './data.ts'

export const kinds = ['list', 'one', 'write', 'build'] as const
export type Kind = (typeof kinds)[number]

export type Load = { requestsPerSecond: number; requests: number; p50: number; p99: number }

export const listPath = '/api/v1/insights?limit=50'
export const insightPath = (id: string) => `/api/v1/insights/${id}`

/** Contains a character outside Latin-1, like most real feedback: it decides how V8 stores and encodes the text. */
export const bodyFor = (themeId: string) =>
  JSON.stringify({
    name: 'The weekly summary forgets the chosen filters on slow lines',
    sentiment: 'NEGATIVE',
    category: 'USABILITY_ISSUES',
    quote:
      'The weekly summary forgets the chosen filters, ' +
      'honestly the team’s about to give up on it when nobody finds the reason',
    theme_ids: [themeId],
  })

export const buildPath = '/api/v1/build/projects'

const run = `${process.pid}-${Date.now().toString(36)}`
let writes = 0
export const freshKey = () => `bench-${run}-${++writes}`

function requestsOf(kind: Kind, { themeIds, insightIds, projectIds }: Dataset): Request[] {
  if (kind === 'list') return [{ path: listPath }]
  if (kind === 'one') return insightIds.map((id) => ({ path: insightPath(id) }))
  if (kind === 'build')
    return [
      {
        method: 'POST',
        path: buildPath,
        setupRequest: (request) => ({ ...request, ...renameRequest(request, projectIds) }),
      },
    ]
  const bodies = themeIds.map(bodyFor)
  // Rotate themes, so that writers do not contend for one theme's insight count.
  const setupRequest = (request: Request): Request => ({
    ...request,
    headers: { ...request.headers, 'Idempotency-Key': freshKey() },
    body: bodies[writes % bodies.length]!,
  })
  return [{ method: 'POST', path: '/api/v1/insights', setupRequest }]
}

const renameRequest = ({ headers }: Request, projectIds: readonly string[]): Partial<Request> => ({
  headers: { ...headers, 'Idempotency-Key': freshKey() },
  body: JSON.stringify({
    action: 'update_title',
    project_id: projectIds[writes % projectIds.length],
    title: `Title number ${writes}`,
  }),
})

/** One short round; a response other than 2xx aborts the run. */
export async function load(
  kind: Kind,
  url: string,
  dataset: Dataset,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times: number[] = []
  const headers = {
    authorization: `Bearer ${dataset.key}`,
    ...((kind === 'write' || kind === 'build') && { 'content-type': 'application/json' }),
  }
  const began = performance.now()
  const result = await new Promise<Result>((resolve, reject) => {
    const options = { url, connections, duration: seconds, sampleInt: 50, headers, requests: requestsOf(kind, dataset) }
    const running = autocannon(options, (error, finished) => (error ? reject(error) : resolve(finished)))
    running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) =>
      times.push(milliseconds),
    )
  })
  const elapsed = (performance.now() - began) / 1000
  if (result.non2xx || result.errors || times.length === 0)
    throw new Error(`${kind} at ${url}: ${result.errors} errors, responses ${JSON.stringify(result.statusCodeStats)}`)
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  return { requestsPerSecond: times.length / elapsed, requests: times.length, p50: at(0.5), p99: at(0.99) }
}
