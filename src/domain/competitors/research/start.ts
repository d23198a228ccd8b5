import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { sql } from '#store/sql.ts'
import { isBusy, track, trackedCompetitors, wasBusy } from './tracked.ts'
import { domainOf } from './website.ts'

export type Wanted = { competitors: readonly { name: string; website: string }[]; reviews_per_source: number }

const maxTracked = 200

const busy = (): never => throwApiError('CONFLICT', 'Competitor research is already running.')

/** Tracks what was named and leaves the work behind; one of any number of starts at the same time wins. */
export async function startResearch(ctx: Ctx, { competitors, reviews_per_source }: Wanted): Promise<string> {
  const { db, org, user } = ctx
  if (await isBusy(db, org)) busy()
  const wanted = new Map<string, { name: string; domain: string }>()
  for (const [n, { name, website }] of competitors.entries()) {
    const domain =
      domainOf(website) ?? invalidField(`body.competitors.${n}.website`, 'must name a host on the public internet')
    if (!wanted.has(domain)) wanted.set(domain, { name, domain })
  }
  await track(db, org, [...wanted.values()], user)
  const tracked = await trackedCompetitors(db, org)
  if (tracked.length > maxTracked)
    invalidField('body.competitors', `would make more than ${maxTracked} tracked competitors`)
  await db.run(sql`
    insert into competitor_graph (org_id, reviews_per_source) values (${org}, ${reviews_per_source})
    on conflict (org_id) do update set reviews_per_source = excluded.reviews_per_source`)
  const payload = { competitor_ids: tracked.map(({ id }) => id), reviews_per_source }
  return ctx.jobs
    .enqueue('competitor_research', payload, { total: tracked.length })
    .catch((error) => (wasBusy(error) ? busy() : Promise.reject(error)))
}
