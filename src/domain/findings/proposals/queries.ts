import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'

type ThemeRef = { id: string; name: string; color: string }
export type ProposalRow = {
  id: string
  kind: 'merge' | 'split' | 'rename'
  status: 'open' | 'accepted' | 'rejected'
  theme: ThemeRef
  other_theme: ThemeRef | null
  subtheme_ids: string[]
  name: string | null
  reason: string
  insight_count: number
  created_at: string
  decided_at: string | null
  decided_by: string | null
}

const newestFirst: Order = { by: 'p.id', type: 'uuid', descending: true }

const selectProposals = (org: string, where: Sql): Sql => sql`
  select p.id, p.kind, p.status, json_build_object('id', t.id, 'name', t.name, 'color', t.color) as theme,
    case when o.id is not null then json_build_object('id', o.id, 'name', o.name, 'color', o.color) end as other_theme,
    p.subtheme_ids::text[] as subtheme_ids, p.name, p.reason, p.insight_count, iso(p.created_at) as created_at,
    iso(p.decided_at) as decided_at, p.decided_by
  from theme_proposal p join theme t on t.org_id = p.org_id and t.org_id = ${org} and t.id = p.theme_id
  left join theme o on o.org_id = ${org} and o.id = p.other_theme_id where ${where}`

export type ProposalListQuery = { limit: number; status: ProposalRow['status']; kind?: ProposalRow['kind'] }

export const listProposals = (
  db: Db,
  org: string,
  { limit, status, kind }: ProposalListQuery,
  keys: readonly Key[] | undefined,
) =>
  db.rows<ProposalRow>(sql`
    ${selectProposals(
      org,
      allOf([
        sql`p.org_id = ${org}`,
        sql`p.status = ${status}`,
        kind ? sql`p.kind = ${kind}` : undefined,
        after(newestFirst, keys, 'p.id'),
      ]),
    )}
    order by ${orderBy(newestFirst, 'p.id')} limit ${limit + 1}`)

export const findProposal = (db: Db, org: string, id: string) =>
  db.first<ProposalRow>(sql`${selectProposals(org, sql`p.org_id = ${org} and p.id = ${id}`)}`)

/** Of two concurrent decisions the second one waits and finds the proposal decided. */
export const lockProposal = (db: Db, org: string, id: string) =>
  db.run(sql`select 1 from theme_proposal where org_id = ${org} and id = ${id} for no key update`)

export const updateProposalDecision = (
  db: Db,
  org: string,
  id: string,
  { status, user }: { status: 'accepted' | 'rejected'; user: string },
) =>
  db.run(sql`
    update theme_proposal set status = ${status}, decided_at = now(), decided_by = ${user}, updated_at = now()
    where org_id = ${org} and id = ${id}`)

/** Pinned: a person has made or edited the theme. */
export const listLiveThemes = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string; pinned: boolean }>(sql`
    select id, pinned or origin = 'manual' as pinned from theme
    where org_id = ${org} and id = any(${ids}::uuid[]) and archived_at is null and merged_into_id is null`)

export const insertProposedTheme = (db: Db, org: string, theme: { id: string; name: string; color: string }) =>
  db.run(sql`
    insert into theme (org_id, id, name, color, origin, pinned)
    values (${org}, ${theme.id}, ${theme.name}, ${theme.color}, 'auto', true)
    on conflict (org_id, lower(name)) where archived_at is null and merged_into_id is null do nothing`)

/** What moves from one theme to another. */
type Move = { from: string; to: string; ids: readonly string[] }

export const moveSomeSubthemes = (db: Db, org: string, { from, to, ids }: Move) =>
  db.run(sql`
    update subtheme set theme_id = ${to}, updated_at = now()
    where org_id = ${org} and theme_id = ${from} and id = any(${ids}::uuid[])`)

/** Insights of some subthemes that are linked to a theme; those that a person edited keep their themes. */
export const lockInsightsToMove = (db: Db, org: string, from: string, subthemes: readonly string[]) =>
  db.rows<{ id: string; live: boolean; theme_ids: string[] }>(sql`
    select i.id, i.live, i.theme_ids::text[] as theme_ids from insight i
    where i.org_id = ${org} and not i.edited_by_human and ${from}::uuid = any(i.theme_ids) and i.id in (
      select insight_id from subtheme_insight where org_id = ${org} and subtheme_id = any(${subthemes}::uuid[]))
    order by i.id for no key update of i`)

export async function moveInsights(db: Db, org: string, { from, to, ids }: Move) {
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
