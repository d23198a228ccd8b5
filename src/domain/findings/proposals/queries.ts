import type { ThemeProposal } from '#engine/clustering/review-themes.ts'
import { newId } from '#store/ids.ts'
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

type ProposalListQuery = { limit: number; status: ProposalRow['status']; kind?: ProposalRow['kind'] }

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

/** Insights of some subthemes that are linked to a theme; those that a person edited keep their themes. */
export const lockInsightsToMove = (db: Db, org: string, from: string, subthemes: readonly string[]) =>
  db.rows<{ id: string; live: boolean; theme_ids: string[] }>(sql`
    select i.id, i.live, i.theme_ids::text[] as theme_ids from insight i
    where i.org_id = ${org} and not i.edited_by_human and ${from}::uuid = any(i.theme_ids) and i.id in (
      select insight_id from subtheme_insight where org_id = ${org} and subtheme_id = any(${subthemes}::uuid[]))
    order by i.id for no key update of i`)

/** Open proposals that no longer hold are deleted; decided ones are not made again. */
export async function replaceProposals(db: Db, org: string, proposals: readonly ThemeProposal[]) {
  const rows = proposals.map(({ kind, theme, other, subthemes, name, reason, insights }) => ({
    id: newId(),
    kind,
    theme_id: theme,
    other_theme_id: other,
    subtheme_ids: subthemes,
    name,
    reason,
    insight_count: insights,
  }))
  const json = JSON.stringify(rows)
  await db.run(sql`
    delete from theme_proposal p where p.org_id = ${org} and p.status = 'open' and not exists (
      select 1 from jsonb_to_recordset(${json}::jsonb) as x (kind text, theme_id uuid, other_theme_id uuid, name text)
      where x.kind = p.kind and x.theme_id = p.theme_id
        and x.other_theme_id is not distinct from p.other_theme_id and x.name is not distinct from p.name)`)
  await db.run(sql`
    insert into theme_proposal (org_id, id, kind, theme_id, other_theme_id, subtheme_ids, name, reason, insight_count)
    select ${org}, x.id, x.kind, x.theme_id, x.other_theme_id,
      array(select jsonb_array_elements_text(x.subtheme_ids)::uuid), x.name, x.reason, x.insight_count
    from jsonb_to_recordset(${json}::jsonb) as x (id uuid, kind text, theme_id uuid, other_theme_id uuid,
      subtheme_ids jsonb, name text, reason text, insight_count integer)
    join theme t on t.org_id = ${org} and t.id = x.theme_id and t.archived_at is null and t.merged_into_id is null
    order by x.id
    on conflict do nothing`)
}
