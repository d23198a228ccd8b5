import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/* Which competitors are tracked. One that is stays, whatever becomes of the research. */

export type Tracked = { id: string; name: string; domain: string; description: string | null; created_at: string }
const columns = raw('id, name, domain, description, created_at')

export const trackedCompetitors = (db: Db, org: string) =>
  db.rows<Tracked>(sql`select ${columns} from competitor where org_id = ${org} order by lower(name), id`)

/** Adds those whose domain is not known; one that is keeps its name. */
export const track = (db: Db, org: string, wanted: readonly { name: string; domain: string }[], by: string) =>
  db.run(sql`
    insert into competitor (org_id, id, name, domain, added_by)
    select ${org}, w.id, w.name, w.domain, ${by}
    from unnest(${wanted.map(() => newId())}::uuid[], ${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ domain }) => domain)}::text[]) as w (id, name, domain)
    on conflict (org_id, domain) do nothing`)

/** What a competitor says of itself, as last seen. */
export const describe = (db: Db, org: string, id: string, description: string) =>
  db.run(
    sql`update competitor set description = ${description}, updated_at = now() where org_id = ${org} and id = ${id} and description is distinct from ${description}`,
  )

/** Is research or a check-in under way? */
export const isBusy = async (db: Db, org: string) =>
  (await db.first(sql`
    select 1 from job where org_id = ${org} and type in ('competitor_research', 'competitor_checkin') and status in ('queued', 'running')`)) !==
  undefined

/** The index that lets only one of two starts through. */
export const wasBusy = (error: unknown) => {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'job_of_competitors'
}
