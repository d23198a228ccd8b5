import { addToThemeCounts, lockLinkedThemes } from '#domain/findings/insights/links/queries.ts'
import { textArray, uuidArray } from '#store/binary-arrays.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import { lockInsights } from './queries.ts'

/* Insights and quotes as the analysis writes them. */

/** Arrays by column, which PostgreSQL parses much faster than JSON. */
type Arrays<Names extends string> = Readonly<Record<Names, unknown>>
type InsightArrays = Arrays<
  | 'ids'
  | 'feedbackIds'
  | 'names'
  | 'sentiments'
  | 'categories'
  | 'quotes'
  | 'confidences'
  | 'contactIds'
  | 'sources'
  | 'sourceTypes'
  | 'urls'
  | 'languages'
  | 'segmentIds'
  | 'occurredAt'
  | 'interviewDates'
>
type QuoteArrays = Arrays<'quoteIds' | 'ids' | 'feedbackIds' | 'quotes' | 'quoteStarts' | 'quoteEnds'>
type FoundAgainArrays = Arrays<'ids' | 'names' | 'sentiments' | 'categories' | 'quotes' | 'confidences'>

export const insertAnalyzedInsights = (org: string, version: string, c: InsightArrays): Sql => sql`
  insert into insight (org_id, id, name, sentiment, category, quote, confidence, origin, feedback_id, contact_id,
    source, source_type, source_url, language, segment_ids, occurred_at, interview_date, analysis_version)
  select ${org}, id, name, sentiment, category, quote, confidence, 'auto', feedback_id, contact_id, source,
    source_type, source_url, language, segment_ids::uuid[], occurred_at, interview_date,
    ${version}
  from unnest(${c.ids}::uuid[], ${c.names}::text[], ${c.sentiments}::text[], ${c.categories}::text[],
    ${c.quotes}::text[], ${c.confidences}::real[], ${c.feedbackIds}::uuid[], ${c.contactIds}::uuid[],
    ${c.sources}::text[], ${c.sourceTypes}::text[], ${c.urls}::text[], ${c.languages}::text[],
    ${c.segmentIds}::text[], ${c.occurredAt}::timestamptz[], ${c.interviewDates}::date[])
    as x (id, name, sentiment, category, quote, confidence, feedback_id, contact_id, source, source_type, source_url,
      language, segment_ids, occurred_at, interview_date)`

export const insertAnalyzedQuotes = (org: string, c: QuoteArrays): Sql => sql`
  insert into quote (org_id, id, insight_id, feedback_id, text, start_offset, end_offset, verified, is_representative)
  select ${org}, x.id, x.insight_id, x.feedback_id, x.text, x.start_offset, x.end_offset, true, true
  from unnest(${c.quoteIds}::uuid[], ${c.ids}::uuid[], ${c.feedbackIds}::uuid[], ${c.quotes}::text[],
    ${c.quoteStarts}::integer[], ${c.quoteEnds}::integer[])
    as x (id, insight_id, feedback_id, text, start_offset, end_offset)`

/** Labels and quote of insights that were found again. */
export const updateAnalyzedInsights = (org: string, version: string, c: FoundAgainArrays): Sql => sql`
  update insight i set name = x.name, sentiment = x.sentiment, category = x.category, quote = x.quote,
    confidence = x.confidence, analysis_version = ${version}, updated_at = now()
  from unnest(${c.ids}::uuid[], ${c.names}::text[], ${c.sentiments}::text[],
    ${c.categories}::text[], ${c.quotes}::text[],
    ${c.confidences}::real[]) as x (id, name, sentiment, category, quote, confidence)
  where i.org_id = ${org} and i.id = x.id`

export const updateAnalyzedQuotes = (
  org: string,
  c: Arrays<'quoteIds' | 'quotes' | 'quoteStarts' | 'quoteEnds'>,
): Sql => sql`
  update quote q set text = x.text, start_offset = x.start_offset, end_offset = x.end_offset, verified = true
  from unnest(${c.quoteIds}::uuid[],
    ${c.quotes}::text[], ${c.quoteStarts}::integer[],
    ${c.quoteEnds}::integer[]) as x (id, text, start_offset, end_offset)
  where q.org_id = ${org} and q.id = x.id`

/** `supersededBy` is null where the insight was not found again. */
type Superseded = { id: string; supersededBy: string | null }

/** Marks insights as superseded by a new one, or deleted where there is none. */
export async function supersedeInsights(db: Db, org: string, superseded: readonly Superseded[]) {
  const ids = superseded.map(({ id }) => id)
  const locked = (await lockInsights(db, org, ids)).filter((insight) => insight.live)
  await lockLinkedThemes(db, org, [...new Set(locked.flatMap((insight) => insight.theme_ids))])
  await db.run(sql`
    update insight i set superseded_by_id = x.superseded_by,
      deleted_at = case when x.superseded_by is null then (select now()) end, updated_at = now()
    from unnest(${ids}::uuid[], ${superseded.map(({ supersededBy }) => supersededBy)}::uuid[]) as x (id, superseded_by)
    where i.org_id = ${org} and i.id = x.id`)
  for (const insight of locked) await addToThemeCounts(db, org, insight.theme_ids, -1)
}

type Labels = { name: string; sentiment: string; category: string }
type LabelChange = { before: Labels & { id: string }; after: Labels }

/** Answers the ids of those that nobody has changed in between. The rows are locked. */
export async function updateLabels(db: Db, org: string, changes: readonly LabelChange[]): Promise<string[]> {
  const texts = (value: (one: LabelChange) => string) => textArray(changes.map(value))
  const rows = await db.rows<{ id: string }>(sql`
    update insight i set name = x.name, sentiment = x.sentiment, category = x.category, updated_at = now()
    from unnest(${uuidArray(changes.map(({ before }) => before.id))}::uuid[],
      ${texts(({ after }) => after.name)}::text[],
      ${texts(({ after }) => after.sentiment)}::text[], ${texts(({ after }) => after.category)}::text[],
      ${texts(({ before }) => before.name)}::text[], ${texts(({ before }) => before.sentiment)}::text[],
      ${texts(({ before }) => before.category)}::text[])
      as x (id, name, sentiment, category, old_name, old_sentiment, old_category)
    where i.org_id = ${org} and i.id = x.id and i.live and not i.edited_by_human and i.name = x.old_name
      and i.sentiment = x.old_sentiment and i.category = x.old_category
    returning i.id`)
  return rows.map((row) => row.id)
}
