import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReviewSources } from '#collectors/collector.ts'
import { reviewSources } from '#collectors/registry.ts'
import { newId } from '#store/ids.ts'
import { createOutbound } from '#outbound/client.ts'
import { failureHandlers } from '#worker/job-handlers.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { type Org, startTestApp } from '../test-app.ts'

export type ReviewRow = {
  id: string
  text: string
  title?: string
  rating?: number
  url?: string
  published_at?: string
  parent_text?: string
  thread_role?: string
}

/** A test app with a folder of review files, and workers that collect from it. */
export async function startCompetitorsApp(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp({ poolSize: 12, ...options })
  const folder = mkdtempSync(join(tmpdir(), 'earshot-reviews-'))
  const fileSource = (source = 'file') =>
    reviewSources({ sources: [{ type: 'file', name: source, folder }], folder, delayMs: 0 })

  return {
    ...app,
    folder,
    fileSource,
    writeReviews(domain: string, rows: readonly ReviewRow[], into = folder) {
      mkdirSync(into, { recursive: true })
      writeFileSync(join(into, `${domain}.json`), JSON.stringify(rows))
    },
    startWorker: (sources: ReviewSources = fileSource(), networks: string[] = []) =>
      startTestWorker(
        { failureHandlers, outbound: createOutbound({ networks }), reviewSources: sources, backoff: [1] },
        app,
      ),
    write: (org: Org, path: string, body: object, key = newId()) =>
      app.call(org.admin.key, 'POST', path, { body, headers: { 'idempotency-key': key } }),
    read: async (org: Org, path: string, query?: Record<string, string>) =>
      (await app.call(org.admin.key, 'GET', path, { ...(query && { query }) })).body,
    async research(org: Org, competitors: { name: string; website: string }[], more: object = {}) {
      const started = await app.call(org.admin.key, 'POST', '/competitors/research', {
        body: { competitors, ...more },
        headers: { 'idempotency-key': newId() },
      })
      if (started.status !== 202) throw new Error(started.text)
      return waitForResearch(app, org, started.body.job_id as string)
    },
    waitForResearch: (org: Org, job: string) => waitForResearch(app, org, job),
    stopWorkers: stopTestWorkers,
    async close() {
      await stopTestWorkers()
      rmSync(folder, { recursive: true, force: true })
      await app.close()
    },
  }
}
export type CompetitorsApp = Awaited<ReturnType<typeof startCompetitorsApp>>

/** Waits for the end of a research job and returns it. */
async function waitForResearch(app: Awaited<ReturnType<typeof startTestApp>>, org: Org, job: string) {
  for (let attempt = 0; attempt < 4; attempt++) {
    const { body } = await app.call(org.admin.key, 'GET', `/jobs/${job}`, { query: { wait: '30' } })
    if (body.finished_at) return (await app.call(org.admin.key, 'GET', `/competitors/research/${job}`)).body
  }
  throw new Error(`research job ${job} did not finish`)
}

export const globex = { name: 'Globex', website: 'https://www.globex.com/about' }
export const initech = { name: 'Initech', website: 'initech.io' }

const dateInMarch = (day: number) => `2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`

/** Two topics: failing exports, reported for both competitors, and search, which is praised. */
export const globexRows: ReviewRow[] = [
  {
    id: 'g1',
    text: 'Exports of large workspaces fail with an error.',
    rating: 1,
    url: 'https://reviews.example.com/g1',
    published_at: dateInMarch(1),
  },
  { id: 'g2', text: 'Large exports fail every time we try.', rating: 2, published_at: dateInMarch(2) },
  { id: 'g3', text: 'Search is fast and finds everything.', rating: 5, published_at: dateInMarch(3) },
  {
    id: 'g4',
    text: 'The search finds everything, really fast.',
    rating: 5,
    published_at: dateInMarch(4),
    thread_role: 'comment',
    parent_text: 'Which tool has good search?',
  },
  { id: 'g5', text: 'Billing support answered politely.', rating: 4, published_at: dateInMarch(5) },
]
export const initechRows: ReviewRow[] = [
  { id: 'i1', text: 'Exports fail for large workspaces, support shrugs.', rating: 1, published_at: dateInMarch(6) },
  { id: 'i2', text: 'Onboarding videos are a delight.', rating: 5, published_at: dateInMarch(7) },
]
