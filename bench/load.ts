import autocannon, { type Request, type Result } from 'autocannon'
import type { World } from './data.ts'

export const kinds = ['list', 'one', 'write', 'build'] as const
export type Kind = (typeof kinds)[number]

export type Load = { requestsPerSecond: number; requests: number; p50: number; p99: number }

export const listPath = '/api/v1/insights?limit=50'
export const insightPath = (id: string) => `/api/v1/insights/${id}`

/** Like the stored ones it holds a character beyond Latin-1, as most pages of real feedback do: it decides how V8 keeps and encodes the text. */
export const bodyFor = (themeId: string) =>
  JSON.stringify({
    name: 'The weekly summary forgets the chosen filters on slow lines',
    sentiment: 'NEGATIVE',
    category: 'USABILITY_ISSUES',
    quote:
      'The weekly summary forgets the chosen filters, honestly the team’s about to give up on it when nobody finds the reason',
    theme_ids: [themeId],
  })

export const buildPath = '/api/v1/build/projects'

const run = `${process.pid}-${Date.now().toString(36)}`
let writes = 0
export const freshKey = () => `bench-${run}-${++writes}`

function requestsOf(kind: Kind, { themeIds, insightIds, projectIds }: World): Request[] {
  if (kind === 'list') return [{ path: listPath }]
  if (kind === 'one') return insightIds.map((id) => ({ path: insightPath(id) }))
  if (kind === 'build')
    return [
      {
        method: 'POST',
        path: buildPath,
        setupRequest: (request) => ({ ...request, ...renaming(request, projectIds) }),
      },
    ]
  const bodies = themeIds.map(bodyFor)
  // One after the other takes the next theme, so that writers do not all wait for the count of the same one.
  const setupRequest = (request: Request): Request => ({
    ...request,
    headers: { ...request.headers, 'Idempotency-Key': freshKey() },
    body: bodies[writes % bodies.length]!,
  })
  return [{ method: 'POST', path: '/api/v1/insights', setupRequest }]
}

const renaming = ({ headers }: Request, projectIds: readonly string[]): Partial<Request> => ({
  headers: { ...headers, 'Idempotency-Key': freshKey() },
  body: JSON.stringify({
    action: 'update_title',
    project_id: projectIds[writes % projectIds.length],
    title: `Title number ${writes}`,
  }),
})

/** One short round; an answer that is no success ends the whole run. */
export async function load(
  kind: Kind,
  url: string,
  world: World,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times: number[] = []
  const headers = {
    authorization: `Bearer ${world.key}`,
    ...((kind === 'write' || kind === 'build') && { 'content-type': 'application/json' }),
  }
  const began = performance.now()
  const result = await new Promise<Result>((resolve, reject) => {
    const options = { url, connections, duration: seconds, sampleInt: 50, headers, requests: requestsOf(kind, world) }
    const running = autocannon(options, (error, found) => (error ? reject(error) : resolve(found)))
    running.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) =>
      times.push(milliseconds),
    )
  })
  const elapsed = (performance.now() - began) / 1000
  if (result.non2xx || result.errors || times.length === 0)
    throw new Error(`${kind} at ${url}: ${result.errors} errors, answers ${JSON.stringify(result.statusCodeStats)}`)
  const sorted = Float64Array.from(times).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
  return { requestsPerSecond: times.length / elapsed, requests: times.length, p50: at(0.5), p99: at(0.99) }
}
