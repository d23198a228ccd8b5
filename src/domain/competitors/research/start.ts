import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import {
  hasRunningResearch,
  insertCompetitors,
  isResearchConflict,
  listTrackedCompetitors,
  upsertReviewsPerSource,
} from './queries.ts'
import { domainOf } from './rules.ts'

type ResearchInput = { competitors: readonly { name: string; website: string }[]; reviews_per_source: number }

const maxTracked = 200

const throwAlreadyRunning = (): never => throwApiError('CONFLICT', 'Competitor research is already running.')

/** Tracks the competitors and enqueues the job; of concurrent starts one wins. */
export async function startResearch(ctx: Ctx, { competitors, reviews_per_source }: ResearchInput): Promise<string> {
  const { db, org, user } = ctx
  if (await hasRunningResearch(db, org)) throwAlreadyRunning()
  const byDomain = new Map<string, { name: string; domain: string }>()
  for (const [n, { name, website }] of competitors.entries()) {
    const domain =
      domainOf(website) ?? invalidField(`body.competitors.${n}.website`, 'must name a host on the public internet')
    if (!byDomain.has(domain)) byDomain.set(domain, { name, domain })
  }
  await insertCompetitors(db, org, [...byDomain.values()], user)
  const tracked = await listTrackedCompetitors(db, org)
  if (tracked.length > maxTracked)
    invalidField('body.competitors', `would make more than ${maxTracked} tracked competitors`)
  await upsertReviewsPerSource(db, org, reviews_per_source)
  const payload = { competitor_ids: tracked.map(({ id }) => id), reviews_per_source }
  return ctx.jobs
    .enqueue('competitor_research', payload, { total: tracked.length })
    .catch((error) => (isResearchConflict(error) ? throwAlreadyRunning() : Promise.reject(error)))
}
