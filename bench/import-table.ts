import type { Dataset } from './data.ts'

const csvRow = (n: number, name: string) =>
  `"The weekly summary forgets the chosen filters, said ${n % 13} times",${name}-${n},person${n % 5000}@example.com`
const csvOf = (count: number, name: string) =>
  ['content,external_id,respondent_email', ...Array.from({ length: count }, (_, n) => csvRow(n, name)), ''].join('\n')

const timeoutMs = 30 * 60_000

type Server = { url: string; key: string }

async function call({ url, key }: Server, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const result = (await response.json()) as Record<string, any>
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(result).slice(0, 300)}`)
  return result
}

/** Uploads, maps and imports a CSV table; returns the seconds that the import took. */
export async function importTable(url: string, { key }: Dataset, count: number, name: string): Promise<number> {
  const server = { url, key }
  const { id } = await call(server, 'POST', '/csv-uploads', {
    type: 'feedback',
    file_name: `${name}.csv`,
    content: csvOf(count, name),
  })
  await call(server, 'PATCH', `/csv-uploads/${id}/mapping`, {
    columns: ['content', 'external_id', 'respondent_email'].map((target) => ({ header: target, target })),
  })
  const began = performance.now()
  const { job_id } = await call(server, 'POST', `/csv-uploads/${id}/start`)
  let jobStatus = 'queued'
  while (jobStatus === 'queued' || jobStatus === 'running') {
    if (performance.now() - began > timeoutMs) throw new Error(`timed out waiting for import job ${job_id}`)
    jobStatus = (await call(server, 'GET', `/jobs/${job_id}?wait=20`)).status
  }
  const { status, totals } = await call(server, 'GET', `/csv-uploads/${id}`)
  if (status !== 'completed' || totals.created !== count) throw new Error(`${status}: ${JSON.stringify(totals)}`)
  return (performance.now() - began) / 1000
}
