import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type LinkUpdate = {
  provider: string
  external_id?: string
  external_key?: string
  state?: string
  title?: string
  url?: string
}

/** Applies a tracker's update of an issue to every Project linked to it; a moved issue is matched by its id. */
export async function updateLinks(
  db: Db,
  org: string,
  { provider, external_id, external_key, state, title, url }: LinkUpdate,
): Promise<{ project_id: string; changed: boolean }[]> {
  const links = await db.rows<{ project_id: string; changed: boolean }>(sql`
    select project_id, (state, display_title, external_url) is distinct from
      (coalesce(${state ?? null}, state), coalesce(${title ?? null}, display_title),
        coalesce(${url ?? null}, external_url)) as changed
    from project_link where org_id = ${org} and provider = ${provider}
      and (external_id = ${external_id ?? null} or external_key = ${external_key ?? null})
    order by project_id for no key update`)
  const ids = links.map((link) => link.project_id)
  if (ids.length === 0) return []
  await db.run(sql`
    update project_link
    set state = coalesce(${state ?? null}, state), display_title = coalesce(${title ?? null}, display_title),
      external_url = coalesce(${url ?? null}, external_url),
      external_key = case when external_id = ${external_id ?? null} then coalesce(${external_key ?? null}, external_key)
      else external_key end, refreshed_at = now()
    where org_id = ${org} and provider = ${provider} and project_id = any(${ids}::uuid[])`)
  const changed = links.filter((link) => link.changed).map((link) => link.project_id)
  await db.run(sql`update project set updated_at = now() where org_id = ${org} and id = any(${changed}::uuid[])`)
  return links
}
