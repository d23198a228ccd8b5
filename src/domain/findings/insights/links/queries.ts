import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import { sql } from '#store/sql.ts'
import { leaveSubthemesOf } from './queries-subthemes.ts'

/*
 * Links between insights and themes, stored three times in one transaction: insight_theme, insight.theme_ids and
 * theme.insight_count.
 */

/**
 * For themes whose counts will change. Insights are always locked before themes, each in the order of ids, to avoid
 * deadlocks.
 */
export const lockLinkedThemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string; live: boolean }>(sql`
    select id, merged_into_id is null and archived_at is null as live from theme
    where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update`)

export const addToThemeCounts = async (db: Db, org: string, themeIds: readonly string[], by: number) => {
  if (themeIds.length === 0 || by === 0) return
  await db.run(sql`
    update theme set insight_count = insight_count + ${by}
    where org_id = ${org} and id in (
      select id from theme where org_id = ${org} and id = any(${themeIds}::uuid[]) order by id for no key update)`)
}

/** Counts a new insight in its live themes; answers their ids. */
export async function incrementThemeCounts(db: Db, org: string, themeIds: readonly string[]): Promise<string[]> {
  if (themeIds.length === 0) return []
  const locked = themeIds.length > 1 ? lockLinkedThemes(db, org, themeIds) : undefined
  const updated = db.rows<{ id: string }>(sql`
    update theme set insight_count = insight_count + 1
    where org_id = ${org} and id = any(${themeIds}::uuid[]) and merged_into_id is null and archived_at is null
    returning id`)
  const [, rows] = await pipelined(db, [locked, updated])
  return rows.map((theme) => theme.id)
}

export const insertThemeLinks = async (db: Db, org: string, insightId: string, themeIds: readonly string[]) =>
  themeIds.length > 0 &&
  db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select org_id, id, ${insightId}::uuid from theme where org_id = ${org} and id = any(${themeIds}::uuid[])`)

/** A person chose the themes that these have. */
const markThemesOverridden = async (db: Db, org: string, insightIds: readonly string[]) => {
  await db.run(sql`
    update insight set themes_overridden = true
    where org_id = ${org} and id = any(${insightIds}::uuid[]) and not themes_overridden`)
}

/** Replaces the themes of one insight, as chosen by a person. */
export async function replaceThemes(
  db: Db,
  org: string,
  insight: { id: string; live: boolean; theme_ids: readonly string[] },
  themeIds: readonly string[],
) {
  const before = new Set(insight.theme_ids)
  const after = new Set(themeIds)
  const added = themeIds.filter((id) => !before.has(id))
  const removed = insight.theme_ids.filter((id) => !after.has(id))
  if (added.length + removed.length === 0) return markThemesOverridden(db, org, [insight.id])
  await db.run(sql`
    delete from insight_theme
    where org_id = ${org} and insight_id = ${insight.id} and theme_id = any(${removed}::uuid[])`)
  await db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, theme_id, ${insight.id}::uuid from unnest(${added}::uuid[]) as theme_id`)
  await db.run(sql`
    update insight set theme_ids = ${themeIds}::uuid[], themes_overridden = true, updated_at = now()
    where org_id = ${org} and id = ${insight.id}`)
  if (insight.live) {
    await addToThemeCounts(db, org, added, 1)
    await addToThemeCounts(db, org, removed, -1)
  }
  await leaveSubthemesOf(db, org, [insight.id], removed)
}

/** Removes the themes of one insight, as if nobody had chosen any. */
export async function resetThemes(
  db: Db,
  org: string,
  insight: { id: string; live: boolean; theme_ids: readonly string[] },
) {
  await db.run(sql`delete from insight_theme where org_id = ${org} and insight_id = ${insight.id}`)
  await db.run(sql`
    update insight set theme_ids = '{}', themes_overridden = false, updated_at = now()
    where org_id = ${org} and id = ${insight.id}`)
  if (insight.live) await addToThemeCounts(db, org, insight.theme_ids, -1)
}

/** Links insights as chosen by a person; answers how many links are new. */
export async function insertLinksToTheme(
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
  await markThemesOverridden(db, org, insightIds)
  await addToThemeCounts(db, org, [themeId], changed.filter((row) => row.live).length)
  return ids.length
}

/** As chosen by a person. */
export async function deleteThemeLinks(db: Db, org: string, themeId: string, insightIds: readonly string[]) {
  const deleted = await db.rows<{ insight_id: string }>(sql`
    delete from insight_theme
    where org_id = ${org} and theme_id = ${themeId} and insight_id = any(${insightIds}::uuid[]) returning insight_id`)
  if (deleted.length === 0) return
  const ids = deleted.map((row) => row.insight_id)
  const changed = await db.rows<{ live: boolean }>(sql`
    update insight set theme_ids = array_remove(theme_ids, ${themeId}::uuid), themes_overridden = true,
      updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[]) returning live`)
  await addToThemeCounts(db, org, [themeId], -changed.filter((row) => row.live).length)
  await leaveSubthemesOf(db, org, ids, [themeId])
}

/** Before the themes themselves are locked. Only one merge runs at a time in an organization. */
export async function lockInsightsOfThemes(db: Db, org: string, themeIds: readonly string[]) {
  await acquireLock(db, orgLock(org, 'theme-merge'))
  await db.run(sql`
    select id from insight where org_id = ${org} and id in (
      select insight_id from insight_theme where org_id = ${org} and theme_id = any(${themeIds}::uuid[]))
    order by id for no key update`)
}

/**
 * Locks insights linked since `lockInsightsOfThemes`; retries when another transaction has one, because it may wait for
 * our themes.
 */
async function lockInsightsToMove(db: Db, org: string, from: readonly string[]): Promise<string[]> {
  const linked = sql`select insight_id from insight_theme where org_id = ${org} and theme_id = any(${from}::uuid[])`
  const locked = await db.rows<{ id: string }>(
    sql`select id from insight where org_id = ${org} and id in (${linked}) order by id for no key update skip locked`,
  )
  const all = await db.first<{ count: number }>(sql`select count(distinct insight_id) as count from (${linked}) l`)
  if (locked.length !== all!.count) throw new RetryTransactionError()
  return locked.map((row) => row.id)
}

/** Moves every link of some themes to another theme; answers how many live insights moved, which themes count. */
export async function moveLinks(db: Db, org: string, from: readonly string[], to: string): Promise<number> {
  const ids = await lockInsightsToMove(db, org, from)
  await db.run(sql`delete from insight_theme where org_id = ${org} and theme_id = any(${from}::uuid[])`)
  await db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, ${to}::uuid, insight_id from unnest(${ids}::uuid[]) as insight_id on conflict do nothing`)
  const moved = await db.rows<{ live: boolean }>(sql`
    update insight set updated_at = now(),
      theme_ids = array(
        select t from unnest(theme_ids) t where t <> all(${from}::uuid[]) and t <> ${to}::uuid) || ${to}::uuid
    where org_id = ${org} and id = any(${ids}::uuid[]) returning live`)
  await recountThemes(db, org, [...from, to])
  return moved.filter(({ live }) => live).length
}

export const recountThemes = (db: Db, org: string, themeIds: readonly string[]) =>
  db.run(sql`
    update theme t set insight_count = (
      select count(*) from insight_theme l
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
      where l.org_id = ${org} and l.theme_id = t.id)
    where t.org_id = ${org} and t.id = any(${themeIds}::uuid[])`)

/** The insights must be locked; existing links are left as they are. */
export async function insertAssignedThemes(
  db: Db,
  org: string,
  links: readonly { insight_id: string; theme_id: string }[],
) {
  if (links.length === 0) return 0
  const themes = [...new Set(links.map((link) => link.theme_id))]
  await db.run(
    sql`select id from theme where org_id = ${org} and id = any(${themes}::uuid[]) order by id for no key update`,
  )
  const added = await db.rows<{ insight_id: string; theme_id: string }>(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, x.theme, i.id
    from unnest(${links.map((link) => link.theme_id)}::uuid[], ${links.map((link) => link.insight_id)}::uuid[])
      as x (theme, insight)
    join insight i on i.org_id = ${org} and i.id = x.insight and i.live
    on conflict do nothing returning insight_id, theme_id`)
  const [insightIds, themeIds] = [added.map((row) => row.insight_id), added.map((row) => row.theme_id)]
  await db.run(sql`
    update insight i set theme_ids = i.theme_ids || x.themes, updated_at = now()
    from (
      select insight, array_agg(theme order by theme) as themes
      from unnest(${insightIds}::uuid[], ${themeIds}::uuid[]) as x (insight, theme) group by insight) x
    where i.org_id = ${org} and i.id = x.insight`)
  await db.run(sql`
    update theme t set insight_count = t.insight_count + x.count
    from (select theme, count(*) as count from unnest(${themeIds}::uuid[]) as theme group by theme) x
    where t.org_id = ${org} and t.id = x.theme`)
  return added.length
}

/** Moves insights, which are locked, from one theme to another; their counts stay with the caller. */
export async function moveSomeLinks(
  db: Db,
  org: string,
  { from, to, ids }: { from: string; to: string; ids: readonly string[] },
) {
  await db.run(
    sql`delete from insight_theme where org_id = ${org} and theme_id = ${from} and insight_id = any(${ids}::uuid[])`,
  )
  await db.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org}, ${to}::uuid, id from unnest(${ids}::uuid[]) as id on conflict do nothing`)
  await db.run(sql`
    update insight set theme_ids = array_remove(theme_ids, ${from}::uuid) || ${to}::uuid, updated_at = now()
    where org_id = ${org} and id = any(${ids}::uuid[])`)
}

/** Of insights that have these themes alone; their counts stay with the caller. */
export async function deleteAllLinksOf(db: Db, org: string, ids: readonly string[], themes: readonly string[]) {
  await db.run(sql`
    delete from insight_theme
    where org_id = ${org} and theme_id = any(${themes}::uuid[]) and insight_id = any(${ids}::uuid[])`)
  await db.run(sql`update insight set theme_ids = '{}' where org_id = ${org} and id = any(${ids}::uuid[])`)
}
