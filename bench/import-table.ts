import type { World } from './data.ts'

const tableOf = (count: number, name: string) =>
  `content,external_id,respondent_email\n${Array.from({ length: count }, (_, n) => `"The weekly summary forgets the chosen filters, said ${n % 13} times",${name}-${n},person${n % 5000}@example.com`).join('\n')}\n`

async function call(url: string, key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as Record<string, any>
  if (response.status >= 300)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer).slice(0, 300)}`)
  return answer
}

/** Uploads, maps and imports a table; answers how many seconds the import took. */
export async function importTable(url: string, { key }: World, count: number, name: string): Promise<number> {
  const { id } = await call(url, key, 'POST', '/csv-uploads', {
    type: 'feedback',
    file_name: `${name}.csv`,
    content: tableOf(count, name),
  })
  await call(url, key, 'PATCH', `/csv-uploads/${id}/mapping`, {
    columns: ['content', 'external_id', 'respondent_email'].map((target) => ({ header: target, target })),
  })
  const began = performance.now()
  const { job_id } = await call(url, key, 'POST', `/csv-uploads/${id}/start`)
  for (let ended = false; !ended;)
    ended = !['queued', 'running'].includes((await call(url, key, 'GET', `/jobs/${job_id}?wait=20`)).status)
  const { status, totals } = await call(url, key, 'GET', `/csv-uploads/${id}`)
  if (status !== 'completed' || totals.created !== count) throw new Error(`${status}: ${JSON.stringify(totals)}`)
  return (performance.now() - began) / 1000
}
