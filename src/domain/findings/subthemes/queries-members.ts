import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { type Sql, sql } from '#store/sql.ts'

/* The insights that people put into subthemes and take out of them. */

/** Locks the insights that are or were in subthemes, and others; answers those others that exist. */
export async function lockMembers(db: Db, org: string, subthemes: readonly string[], insights: readonly string[]) {
  const rows = await db.rows<{ id: string; deleted: boolean; asked: boolean }>(sql`
    select id, deleted_at is not null as deleted, id = any(${insights}::uuid[]) as asked from insight
    where org_id = ${org} and (id = any(${insights}::uuid[])
      or id in (select insight_id from subtheme_insight
        where org_id = ${org} and subtheme_id = any(${subthemes}::uuid[]))
      or id in (select insight_id from subtheme_former_insight
        where org_id = ${org} and subtheme_id = any(${subthemes}::uuid[])))
    order by id for no key update`)
  return rows.filter(({ asked, deleted }) => asked && !deleted).map(({ id }) => id)
}

export const listMemberIds = async (db: Db, org: string, subtheme: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(
      sql`select insight_id as id from subtheme_insight where org_id = ${org} and subtheme_id = ${subtheme}`,
    )
  ).map((row) => row.id)

/** Whether the insight `l` is in another subtheme of the theme. */
const isInAnother = (org: string, theme: string): Sql => sql`exists (
  select 1 from subtheme_insight o
  join subtheme x on x.org_id = ${org} and x.id = o.subtheme_id and x.theme_id = ${theme}
  where o.org_id = ${org} and o.insight_id = l.insight_id and o.subtheme_id <> l.subtheme_id)`

/** The members of a subtheme, and which of them leave its theme when it is moved to another one. */
export const listMovingMembers = (db: Db, org: string, subtheme: string, theme: string) =>
  db.rows<{ id: string; leaves: boolean }>(sql`
    select l.insight_id as id, not l.keeps_theme and not ${isInAnother(org, theme)} as leaves
    from subtheme_insight l where l.org_id = ${org} and l.subtheme_id = ${subtheme} order by l.insight_id`)

/** Which members have the theme already that their subtheme is moved to. */
export const markKeptThemes = (db: Db, org: string, subtheme: string, theme: string) =>
  db.run(sql`
    update subtheme_insight l set keeps_theme = ${theme}::uuid = any(i.theme_ids)
    from insight i
    where i.org_id = ${org} and i.id = l.insight_id and l.org_id = ${org} and l.subtheme_id = ${subtheme}`)

/** Answers how many are new. */
export async function linkMembers(db: Db, org: string, subtheme: string, insights: readonly string[]) {
  const [, linked] = await pipelined(db, [
    db.run(sql`
      delete from subtheme_former_insight
      where org_id = ${org} and subtheme_id = ${subtheme} and insight_id = any(${insights}::uuid[])`),
    db.run(sql`
      insert into subtheme_insight (org_id, subtheme_id, insight_id, by_person)
      select ${org}, ${subtheme}, id, true from unnest(${insights}::uuid[]) as x (id) on conflict do nothing`),
  ])
  return linked
}

/** Takes insights out of the other subthemes of a theme; answers these subthemes. */
export async function leaveOtherSubthemes(
  db: Db,
  org: string,
  insights: readonly string[],
  { theme, except }: { theme: string; except: string },
): Promise<string[]> {
  const rows = await db.rows<{ subtheme_id: string }>(sql`
    delete from subtheme_insight
    where org_id = ${org} and insight_id = any(${insights}::uuid[]) and subtheme_id in (
      select id from subtheme where org_id = ${org} and theme_id = ${theme} and id <> ${except})
    returning subtheme_id`)
  return [...new Set(rows.map((row) => row.subtheme_id))].sort()
}

/** Takes insights out of the subthemes of themes that they do not have; answers these subthemes. */
export async function leaveSubthemesOfOtherThemes(db: Db, org: string, insights: readonly string[]): Promise<string[]> {
  const left = await db.rows<{ subtheme_id: string }>(sql`
    delete from subtheme_insight l using subtheme s, insight i
    where s.org_id = ${org} and s.id = l.subtheme_id and i.org_id = ${org} and i.id = l.insight_id
      and l.org_id = ${org} and l.insight_id = any(${insights}::uuid[]) and s.theme_id <> all(i.theme_ids)
    returning l.subtheme_id`)
  return [...new Set(left.map((row) => row.subtheme_id))].sort()
}

type Reason = 'removed' | 'dissolved'

/** Takes insights out of a subtheme, all without ids, and remembers them. */
export async function releaseMembers(
  db: Db,
  org: string,
  subtheme: string,
  { reason, insights }: { reason: Reason; insights?: readonly string[] },
) {
  const which = sql`subtheme_id = ${subtheme}
    and (${insights === undefined} or insight_id = any(${insights ?? []}::uuid[]))`
  await pipelined(db, [
    db.run(sql`
      insert into subtheme_former_insight (org_id, subtheme_id, insight_id, reason, supports, by_person, keeps_theme)
      select org_id, subtheme_id, insight_id, ${reason}, supports, by_person, keeps_theme
      from subtheme_insight where org_id = ${org} and ${which}
      on conflict (org_id, subtheme_id, insight_id) do update set reason = excluded.reason, moved = false`),
    db.run(sql`delete from subtheme_insight where org_id = ${org} and ${which}`),
  ])
}

/** Members that support the point of their old subtheme support that of the new one if it says the same. */
export async function mergeMembers(db: Db, org: string, from: string, into: string): Promise<number> {
  const former = db.run(sql`
    insert into subtheme_former_insight
      (org_id, subtheme_id, insight_id, reason, supports, by_person, keeps_theme, moved)
    select l.org_id, l.subtheme_id, l.insight_id, 'merged', l.supports, l.by_person, l.keeps_theme, not exists (
      select 1 from subtheme_insight o
      where o.org_id = ${org} and o.subtheme_id = ${into} and o.insight_id = l.insight_id)
    from subtheme_insight l where l.org_id = ${org} and l.subtheme_id = ${from}
    on conflict (org_id, subtheme_id, insight_id) do update set reason = 'merged', moved = excluded.moved`)
  const moved = db.run(sql`
    insert into subtheme_insight (org_id, subtheme_id, insight_id, supports, by_person, keeps_theme)
    select l.org_id, t.id, l.insight_id, l.supports and (t.aspect is null or t.aspect is not distinct from s.aspect),
      l.by_person, l.keeps_theme
    from subtheme_insight l
    join subtheme s on s.org_id = ${org} and s.id = l.subtheme_id
    join subtheme t on t.org_id = ${org} and t.id = ${into}
    where l.org_id = ${org} and l.subtheme_id = ${from} on conflict do nothing`)
  const deleted = db.run(sql`delete from subtheme_insight where org_id = ${org} and subtheme_id = ${from}`)
  return (await pipelined(db, [former, moved, deleted]))[1]
}

export const splitMembers = (
  db: Db,
  org: string,
  insights: readonly string[],
  { from, to }: { from: string; to: string },
) =>
  db.run(sql`
    update subtheme_insight set subtheme_id = ${to}, by_person = true, supports = true
    where org_id = ${org} and subtheme_id = ${from} and insight_id = any(${insights}::uuid[])`)

/** What a subtheme gets back: former members that are in the theme, and in no other subtheme of it than the holder. */
export const listRestorable = async (
  db: Db,
  org: string,
  subtheme: string,
  { theme, holder }: { theme: string; holder: string | null },
): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select l.insight_id as id from subtheme_former_insight l
      join insight i on i.org_id = ${org} and i.id = l.insight_id and ${theme}::uuid = any(i.theme_ids)
      where l.org_id = ${org} and l.subtheme_id = ${subtheme} and l.reason <> 'removed' and not exists (
        select 1 from subtheme_insight o
        join subtheme x on x.org_id = ${org} and x.id = o.subtheme_id and x.theme_id = ${theme}
          and x.id is distinct from ${holder}::uuid
        where o.org_id = ${org} and o.insight_id = l.insight_id)
      order by l.insight_id`)
  ).map((row) => row.id)

export async function restoreMembers(
  db: Db,
  org: string,
  subtheme: string,
  { insights, holder }: { insights: readonly string[]; holder: string | null },
) {
  const own = sql`subtheme_id = ${subtheme} and reason <> 'removed'`
  await pipelined(db, [
    db.run(sql`
      delete from subtheme_insight where org_id = ${org} and subtheme_id = ${holder} and insight_id in (
        select insight_id from subtheme_former_insight
        where org_id = ${org} and ${own} and moved and insight_id = any(${insights}::uuid[]))`),
    db.run(sql`
      insert into subtheme_insight (org_id, subtheme_id, insight_id, supports, by_person, keeps_theme)
      select org_id, subtheme_id, insight_id, supports, by_person, keeps_theme
      from subtheme_former_insight where org_id = ${org} and ${own} and insight_id = any(${insights}::uuid[])
      on conflict do nothing`),
    db.run(sql`delete from subtheme_former_insight where org_id = ${org} and ${own}`),
  ])
}
