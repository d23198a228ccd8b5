import { acquireLock, orgLock } from '#store/lock.ts'
import { RetryTransactionError, type Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* The links between insights and themes, kept three times in one transaction: the link, the insight's list of them, the theme's count. */

/** Holds themes whose counts will move. Everybody takes insights first, then themes, each in the order of their ids, so nobody waits in a circle. */
export const holdThemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string; live: boolean }>(sql`
    select id, merged_into_id is null and archived_at is null as live from theme
    where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)

export const shiftCounts = async (db: Db, org: string, themeIds: readonly string[], by: number) => {
  if (themeIds.length === 0 || by === 0) return
  await db.run(sql`
    update theme set insight_count = insight_count + ${by}
    where org_id = ${org} and id in (select id from theme where org_id = ${org} and id = any(${themeIds}::uuid[]) order by id for no key update)`)
}

/** Counts a new insight in those of its themes that live, which it returns. */
export async function countIn(db: Db, org: string, themeIds: readonly string[]): Promise<string[]> {
  if (themeIds.length === 0) return []
  const held = themeIds.length > 1 ? holdThemes(db, org, themeIds) : undefined
  const counted = db.rows<{ id: string }>(sql`
    update theme set insight_count = insight_count + 1
    where org_id = ${org} and id = any(${themeIds}::uuid[]) and merged_into_id is null and archived_at is null returning id`)
  const [rows] = await Promise.all([counted, held])
  return rows.map((theme) => theme.id)
}

export const linkNew = async (db: Db, org: string, insightId: string, themeIds: readonly string[]) =>
  themeIds.length > 0 &&
  db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select org_id, id, ${insightId}::uuid from theme where org_id = ${org} and id = any(${themeIds}::uuid[])`)

/** Replaces the themes of one insight. */
export async function setThemes(
  db: Db,
  org: string,
  insight: { id: string; live: boolean; theme_ids: readonly string[] },
  wanted: readonly string[],
) {
  const before = new Set(insight.theme_ids)
  const after = new Set(wanted)
  const added = wanted.filter((id) => !before.has(id))
  const removed = insight.theme_ids.filter((id) => !after.has(id))
  if (added.length + removed.length === 0) return
  await db.run(
    sql`delete from insight_theme where org_id = ${org} and insight_id = ${insight.id} and theme_id = any(${removed}::uuid[])`,
  )
  await db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id) select ${org}, theme_id, ${insight.id}::uuid from unnest(${added}::uuid[]) as theme_id`)
  await db.run(
    sql`update insight set theme_ids = ${wanted}::uuid[], updated_at = now() where org_id = ${org} and id = ${insight.id}`,
  )
  if (!insight.live) return
  await shiftCounts(db, org, added, 1)
  await shiftCounts(db, org, removed, -1)
}

/** Links many insights to one theme; returns how many were new. */
export async function linkToTheme(
  db: Db,
  org: string,
  themeId: string,
  insightIds: readonly string[],
): Promise<number> {
  const created = await db.rows<{ insight_id: string }>(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, ${themeId}::uuid, insight_id from unnest(${insightIds}::uuid[]) as insight_id
    on conflict do nothing returning insight_id`)
  const ids = created.map((row) => row.insight_id)
  const changed = await db.rows<{ live: boolean }>(sql`
    update insight set theme_ids = array_append(theme_ids, ${themeId}::uuid), updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) returning live`)
  await shiftCounts(db, org, [themeId], changed.filter((row) => row.live).length)
  return ids.length
}

export async function unlinkFromTheme(db: Db, org: string, themeId: string, insightId: string) {
  const gone = await db.run(
    sql`delete from insight_theme where org_id = ${org} and theme_id = ${themeId} and insight_id = ${insightId}`,
  )
  if (gone === 0) return
  const changed = await db.first<{ live: boolean }>(sql`
    update insight set theme_ids = array_remove(theme_ids, ${themeId}::uuid), updated_at = now()
    where org_id = ${org} and id = ${insightId} returning live`)
  if (changed?.live) await shiftCounts(db, org, [themeId], -1)
}

/** Holds the insights of some themes; taken before the themes themselves, as everywhere. One merge at a time in an organization. */
export async function holdInsightsOf(db: Db, org: string, themeIds: readonly string[]) {
  await acquireLock(db, orgLock(org, 'theme-merge'))
  await db.run(sql`
    select id from insight where org_id = ${org} and id in (select insight_id from insight_theme where org_id = ${org} and theme_id = any(${themeIds}::uuid[]))
    order by id for no key update`)
}

/** Those linked since the insights were held; one that somebody else is changing means to begin again, for they may be waiting for our themes. */
async function insightsToMove(db: Db, org: string, from: readonly string[]): Promise<string[]> {
  const linked = sql`select insight_id from insight_theme where org_id = ${org} and theme_id = any(${from}::uuid[])`
  const held = await db.rows<{ id: string }>(
    sql`select id from insight where org_id = ${org} and id in (${linked}) order by id for no key update skip locked`,
  )
  const all = await db.first<{ count: number }>(sql`select count(distinct insight_id) as count from (${linked}) l`)
  if (held.length !== all!.count) throw new RetryTransactionError()
  return held.map((row) => row.id)
}

/** Moves every link of some themes to another theme, each insight once; returns how many insights moved. */
export async function moveLinks(db: Db, org: string, from: readonly string[], to: string): Promise<number> {
  const ids = await insightsToMove(db, org, from)
  await db.run(sql`delete from insight_theme where org_id = ${org} and theme_id = any(${from}::uuid[])`)
  await db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, ${to}::uuid, insight_id from unnest(${ids}::uuid[]) as insight_id on conflict do nothing`)
  await db.run(sql`
    update insight set updated_at = now(),
      theme_ids = array(select t from unnest(theme_ids) t where t <> all(${from}::uuid[]) and t <> ${to}::uuid) || ${to}::uuid
    where org_id = ${org} and id = any(${ids}::uuid[])`)
  await recount(db, org, [...from, to])
  return ids.length
}

export const recount = (db: Db, org: string, themeIds: readonly string[]) =>
  db.run(sql`
    update theme t set insight_count = (
      select count(*) from insight_theme l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
      where l.org_id = t.org_id and l.theme_id = t.id)
    where t.org_id = ${org} and t.id = any(${themeIds}::uuid[])`)
