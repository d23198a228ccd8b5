import { slugOf } from '#engine/slug.ts'
import type { Db } from '#store/open.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'

/** `id`: of the subtheme or theme that becomes an opportunity. */
export type PipelineOpportunity = {
  id: string
  source: 'subtheme' | 'theme_requests' | 'theme_problems'
  opportunity: string
  title: string
  summary: string | null
  category: OpportunityCategory
}

export async function insertPipelineOpportunities(db: Db, org: string, added: readonly PipelineOpportunity[]) {
  if (added.length === 0) return
  const rows = added.map((candidate) => ({
    id: candidate.opportunity,
    title: candidate.title,
    slug: slugOf(candidate.title, candidate.opportunity),
    summary: candidate.summary,
    category: candidate.category,
    source_type: candidate.source,
    source_id: candidate.id,
  }))
  await db.run(sql`
    insert into opportunity (org_id, id, title, slug, summary, category, origin, source_type, source_id)
    select ${org}, id, title, slug, summary, category, 'pipeline', source_type, source_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, title text, slug text, summary text, category text, source_type text, source_id text)`)
  await insertSubthemesOf(
    db,
    org,
    rows.filter(({ source_type }) => source_type === 'subtheme'),
  )
}

const insertSubthemesOf = (db: Db, org: string, rows: readonly { id: string; source_id: string }[]) =>
  db.run(sql`
    insert into opportunity_subtheme (org_id, opportunity_id, subtheme_id)
    select ${org}, id, source_id::uuid
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.source_id)}::text[]) as x (id, source_id)
    on conflict do nothing`)

export const updateTitles = (db: Db, org: string, titles: readonly { id: string; title: string }[]) =>
  db.run(sql`
    update opportunity o set title = x.title, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(titles)}::jsonb) as x (id uuid, title text)
    where o.org_id = ${org} and o.id = x.id`)

const mergedInto = (org: string, table: Sql, types: Sql): Sql => sql`
  select distinct on (s.merged_into_id, o.source_type) o.id, s.merged_into_id as into_id
  from opportunity o join ${table} s on s.org_id = o.org_id and s.org_id = ${org} and s.id = o.source_id::uuid
  where o.org_id = ${org} and o.status = 'active' and o.origin = 'pipeline' and o.source_type in (${types})
    and s.merged_into_id is not null
    and not exists (
      select 1 from opportunity other where other.org_id = ${org} and other.source_type = o.source_type
        and other.source_id = s.merged_into_id::text)
  order by s.merged_into_id, o.source_type, o.id`

/** An opportunity of what was merged is one of what it was merged into, unless that has its own. */
export async function followMerges(db: Db, org: string) {
  const moved = async (table: Sql, types: Sql) =>
    db.rows<{ id: string; source_id: string }>(sql`
      update opportunity o set source_id = x.into_id::text, updated_at = now()
      from (${mergedInto(org, table, types)}) x where o.org_id = ${org} and o.id = x.id
      returning o.id, o.source_id`)
  await moved(raw('theme'), sql`'theme_requests', 'theme_problems'`)
  const ofSubthemes = await moved(raw('subtheme'), sql`'subtheme'`)
  if (ofSubthemes.length > 0) await insertSubthemesOf(db, org, ofSubthemes)
}
