import { slugOf } from '#engine/slug.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import { opportunityCategories, type OpportunityCategory } from '#vocabulary/categories.ts'
import { sqlList } from '#vocabulary/filtered-counts.ts'

const minInsights = 3
/** At least one in this many insights of a subtheme must be a request or complaint; otherwise it is mostly praise. */
const maxInsightsPerRequest = 3

/** Insight categories that ask for a change. */
const requestCategories = raw(sqlList(opportunityCategories))

export type Candidate = {
  id: string
  name: string
  description: string | null
  category: OpportunityCategory
  count: number
  requests: number
  opportunity: string | null
  archived: boolean
}

/** Subthemes with enough requests and complaints, each with the most frequent category among them. */
export const listCandidates = (db: Db, org: string) =>
  db.rows<Candidate>(sql`
    select distinct on (c.id) c.id, c.name, c.description, c.category, c.count, c.requests, o.id as opportunity,
      coalesce(o.status = 'archived', false) as archived
    from (
      select s.id, s.name, s.description, s.insight_count, i.category, count(*) as count,
        sum(count(*)) over (partition by s.id) as requests
      from subtheme s
      join theme t on t.org_id = s.org_id and t.org_id = ${org} and t.id = s.theme_id and t.archived_at is null
        and t.merged_into_id is null
      join subtheme_insight l on l.org_id = s.org_id and l.org_id = ${org} and l.subtheme_id = s.id
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
        and i.category in ${requestCategories}
      where s.org_id = ${org} group by s.id, s.name, s.description, s.insight_count, i.category) c
    left join opportunity o on o.org_id = ${org} and o.source_type = 'subtheme' and o.source_id = c.id::text
    where c.requests >= ${minInsights} and c.requests * ${maxInsightsPerRequest} >= c.insight_count
    order by c.id, c.count desc, c.category`)

/** For subthemes named after praise: the name of a request in them, as close to 45 characters as possible. */
export const listRequestNames = (db: Db, org: string, subthemeIds: readonly string[]) =>
  db.rows<{ id: string; name: string }>(sql`
    with member as materialized (
      select s.id, s.name as subtheme_name, i.id as insight_id, i.name, i.sentiment, i.category from subtheme s
      join subtheme_insight l on l.org_id = s.org_id and l.org_id = ${org} and l.subtheme_id = s.id
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
      where s.org_id = ${org} and s.id = any(${subthemeIds}::uuid[]))
    select distinct on (id) id, name from member
    where id in (select id from member where sentiment = 'POSITIVE' and name = subtheme_name)
      and sentiment <> 'POSITIVE' and name <> subtheme_name and category in ${requestCategories}
    order by id, abs(length(name) - 45), insight_id`)

export const listOrganizationsWithBacklog = (db: Db) =>
  db.rows<{ org_id: string }>(
    sql`select distinct org_id from opportunity where status = 'active' union select distinct org_id from subtheme`,
  )

export type PipelineOpportunity = Candidate & { opportunity: string }

export async function insertPipelineOpportunities(db: Db, org: string, added: readonly PipelineOpportunity[]) {
  if (added.length === 0) return
  const rows = added.map((candidate) => ({
    id: candidate.opportunity,
    title: candidate.name,
    slug: slugOf(candidate.name, candidate.opportunity),
    summary: candidate.description,
    category: candidate.category,
    source_id: candidate.id,
  }))
  await db.run(sql`
    insert into opportunity (org_id, id, title, slug, summary, category, origin, source_type, source_id)
    select ${org}, id, title, slug, summary, category, 'pipeline', 'subtheme', source_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, title text, slug text, summary text, category text, source_id text)`)
  await db.run(sql`
    insert into opportunity_subtheme (org_id, opportunity_id, subtheme_id)
    select ${org}, id, source_id::uuid
    from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.source_id)}::text[])
      as x (id, source_id)`)
}

export type EvidenceSource = { opportunity: string; subtheme: string; requests: number }
/** Keeps one statement to a few seconds on a busy server. */
const maxInsightsPerStatement = 10_000

/** Links the requests of each subtheme to its opportunity, in batches of bounded size. */
export async function linkEvidence(db: Db, org: string, sources: readonly EvidenceSource[]) {
  let [batch, size]: [EvidenceSource[], number] = [[], 0]
  for (const source of sources) {
    if (batch.length > 0 && size + source.requests > maxInsightsPerStatement) {
      await linkEvidenceBatch(db, org, batch)
      ;[batch, size] = [[], 0]
    }
    batch.push(source)
    size += source.requests
  }
  await linkEvidenceBatch(db, org, batch)
}

/** One statement, or several for a single large subtheme. */
async function linkEvidenceBatch(db: Db, org: string, sources: readonly EvidenceSource[]) {
  const parts = sources.length === 1 ? Math.ceil(sources[0]!.requests / maxInsightsPerStatement) : 1
  for (let part = 0; part < parts; part++)
    await db.run(sql`
      insert into opportunity_insight (org_id, opportunity_id, insight_id)
      select i.org_id, x.opportunity, i.id
      from unnest(${sources.map((one) => one.opportunity)}::uuid[], ${sources.map((one) => one.subtheme)}::uuid[])
        as x (opportunity, subtheme)
      join subtheme_insight l on l.org_id = ${org} and l.subtheme_id = x.subtheme
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
        and i.category in ${requestCategories}
      where ${parts} = 1 or (hashtext(i.id::text) & 2147483647) % ${parts} = ${part}
      order by x.opportunity, i.id on conflict do nothing`)
}
