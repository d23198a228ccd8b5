import { stemmedWords } from '#engine/text/tf-idf.ts'
import type { Db } from '#store/open.ts'
import { containing } from '#store/page.ts'
import { raw, sql } from '#store/sql.ts'
import { opportunityCategories, type OpportunityCategory } from '#vocabulary/categories.ts'
import { sqlList } from '#vocabulary/filtered-counts.ts'

const maxWords = 20
const maxCandidates = 1000

/** The newest insights that share a word with the text; the analyst decides which match. */
export const listMatchingInsights = (db: Db, org: string, about: string) => {
  const words = [...new Set(stemmedWords(about))].filter((word) => word.length > 2).slice(0, maxWords)
  return db.rows<{ id: string; name: string }>(sql`
    select id, name from insight
    where org_id = ${org} and live and name ilike any(${words.map(containing)}::text[])
    order by id desc limit ${maxCandidates}`)
}

/** What is promoted; two promotions with the same key are the same. */
export type PromotionSource = {
  type: 'subtheme' | 'opportunity_teaser' | 'insights'
  key: string
  category: OpportunityCategory
  about: string
  summary: string
  insightIds: string[]
}

export const findPromotedOpportunity = (db: Db, org: string, { type, key }: Pick<PromotionSource, 'type' | 'key'>) =>
  db.first<{ id: string }>(
    sql`select coalesce(merged_into_id, id) as id from opportunity
      where org_id = ${org} and source_type = ${type} and source_id = ${key}`,
  )

type SourceRow = Omit<PromotionSource, 'type' | 'key'>
/** Bounds the insights linked to the opportunity; the graph has all of them. */
const maxLinked = 1000

export const findSubthemeSource = (db: Db, org: string, id: string) =>
  db.first<SourceRow>(sql`
    select s.category, s.name || ' ' || (s.document->>'description') as about, s.document->>'description' as summary,
      array(
        select m.insight_id::text from competitor_version_insight m
        where m.org_id = s.org_id and m.org_id = ${org} and m.version = s.version and m.subtheme_id = s.id
        order by m.insight_id desc limit ${maxLinked}) as "insightIds"
    from competitor_graph g
    join competitor_subtheme s on s.org_id = g.org_id and s.org_id = ${org} and s.version = g.version and s.id = ${id}
    where g.org_id = ${org}`)

export const findTeaserSource = (db: Db, org: string, id: string) =>
  db.first<SourceRow>(sql`
    select t.category, t.title || ' ' || (s.document->>'description') as about, t.document->>'summary' as summary,
      array(
        select m.insight_id::text from competitor_version_insight m
        where m.org_id = t.org_id and m.org_id = ${org} and m.version = t.version and m.teaser_id = t.id
        order by m.insight_id desc limit ${maxLinked}) as "insightIds"
    from competitor_graph g
    join competitor_teaser t on t.org_id = g.org_id and t.org_id = ${org} and t.version = g.version and t.id = ${id}
    join competitor_subtheme s on s.org_id = t.org_id and s.org_id = ${org} and s.version = t.version
      and s.id = t.subtheme_id
    where g.org_id = ${org}`)

const rankedCategories = raw(sqlList(opportunityCategories))

/** The most frequent category and the names of the insights as one text. */
export const summarizeInsights = async (db: Db, org: string, ids: readonly string[]) =>
  (await db.first<{ category: OpportunityCategory | null; about: string }>(sql`
    select string_agg(name, '. ' order by id) as about,
      (select category from competitor_insight
        where org_id = ${org} and id = any(${ids}::uuid[]) and category in ${rankedCategories}
        group by category order by count(*) desc, category limit 1) as category
    from competitor_insight where org_id = ${org} and id = any(${ids}::uuid[])`))!
