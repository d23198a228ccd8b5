import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/* Tracked competitors; they stay tracked even when research fails. */

export type TrackedCompetitor = {
  id: string
  name: string
  domain: string
  description: string | null
  created_at: string
}
const columns = raw('id, name, domain, description, created_at')

export const listTrackedCompetitors = (db: Db, org: string) =>
  db.rows<TrackedCompetitor>(sql`select ${columns} from competitor where org_id = ${org} order by lower(name), id`)

/** Inserts competitors with a new domain; existing ones keep their name. */
export const insertCompetitors = (
  db: Db,
  org: string,
  competitors: readonly { name: string; domain: string }[],
  by: string,
) =>
  db.run(sql`
    insert into competitor (org_id, id, name, domain, added_by)
    select ${org}, c.id, c.name, c.domain, ${by}
    from unnest(${competitors.map(() => newId())}::uuid[], ${competitors.map(({ name }) => name)}::text[],
      ${competitors.map(({ domain }) => domain)}::text[]) as c (id, name, domain)
    on conflict (org_id, domain) do nothing`)

/** The competitor's own description, as last collected. */
export const updateDescription = (db: Db, org: string, id: string, description: string) =>
  db.run(
    sql`
      update competitor set description = ${description}, updated_at = now()
      where org_id = ${org} and id = ${id} and description is distinct from ${description}`,
  )

/** Whether research or a check-in is queued or running. */
export const hasRunningResearch = async (db: Db, org: string) =>
  (await db.first(sql`
    select 1 from job where org_id = ${org} and type in ('competitor_research', 'competitor_checkin')
      and status in ('queued', 'running')`)) !== undefined

/** The unique index that admits one of two concurrent starts. */
export const isResearchConflict = (error: unknown) => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'job_competitor_open'
}

export const upsertReviewsPerSource = (db: Db, org: string, reviewsPerSource: number) =>
  db.run(sql`
    insert into competitor_graph (org_id, reviews_per_source) values (${org}, ${reviewsPerSource})
    on conflict (org_id) do update set reviews_per_source = excluded.reviews_per_source`)
