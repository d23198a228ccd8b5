import { addToThemeCounts, lockThemes } from '#domain/findings/insights/links/queries.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { analysisVersion, type Finding } from '#engine/analyze.ts'
import { quantize } from '#engine/embed/quantize.ts'
import { textArray, unquotedArray, uuidArray } from '#store/binary-arrays.ts'
import type { Db } from '#store/open.ts'
import { type Sql, sql } from '#store/sql.ts'
import type { QueuedItem } from './queries.ts'

/* Findings as insights, quotes and vectors. */

/**
 * `erased`: the contact was erased, and the quote with it. `is_automatic`: found by the analysis and not edited by a
 * person.
 */
export type ExistingInsight = {
  id: string
  feedback_id: string
  name: string
  quote: string | null
  start: number | null
  end: number | null
  erased: boolean
  is_automatic: boolean
  live: boolean
}

/** Every insight of these items, also those a person has deleted, which must not come back. */
export const listExistingInsights = (db: Db, org: string, feedbackIds: readonly string[]) =>
  db.rows<ExistingInsight>(sql`
    select i.id, i.feedback_id, i.name, q.text as quote, q.start_offset as start, q.end_offset as end,
      coalesce(q.redacted and q.start_offset is null, false) as erased,
      i.origin = 'auto' and not i.edited_by_human and i.deleted_at is null as is_automatic, i.live
    from unnest(${uuidArray(feedbackIds)}::uuid[]) as f (id)
    cross join lateral (
      select * from insight i where i.org_id = ${org} and i.feedback_id = f.id and i.superseded_by_id is null
      offset 0) i
    left join quote q on q.org_id = i.org_id and q.insight_id = i.id and q.is_representative order by i.id`)

/** An insight as its event shows it. */
export type StoredInsight = {
  id: string
  name: string
  sentiment: string
  category: string
  quote: string
  feedback_id: string
}
export type NewInsight = StoredInsight & { finding: Finding; item: QueuedItem; quote_id: string }
export type SupersededInsight = { id: string; supersededBy: string | null }

export const toStoredInsight = ({ finding: _, item: __, quote_id: ___, ...stored }: NewInsight): StoredInsight => stored

/** All statements are sent before the first answer is awaited. */
export const storeDiff = (
  db: Db,
  org: string,
  model: string,
  { added, superseded }: { added: readonly NewInsight[]; superseded: readonly SupersededInsight[] },
) =>
  Promise.all([
    ...(added.length ? insertInsights(db, org, model, added) : []),
    ...(superseded.length ? [supersedeInsights(db, org, superseded)] : []),
  ])

/** Arrays by column, which PostgreSQL parses much faster than JSON. */
const insertInsights = (db: Db, org: string, model: string, added: readonly NewInsight[]): Promise<number>[] => {
  const columns = columnsOf(added)
  return [insightRows(org, model, columns), quoteRows(org, columns), vectorRows(org, model, columns)].map((statement) =>
    db.run(statement),
  )
}

type Columns = ReturnType<typeof columnsOf>

function columnsOf(added: readonly NewInsight[]) {
  const uuids = (value: (one: NewInsight) => string | null) => uuidArray(added.map(value))
  const texts = (value: (one: NewInsight) => string | null) => textArray(added.map(value))
  const unquoted = (value: (one: NewInsight) => string | number | null) => unquotedArray(added.map(value))
  const interviewDate = ({ item }: NewInsight) =>
    item.source_type === 'interview' ? item.occurred_at.slice(0, 10) : null
  return {
    ids: uuids((one) => one.id),
    feedbackIds: uuids((one) => one.feedback_id),
    names: texts((one) => one.name),
    sentiments: texts((one) => one.sentiment),
    categories: texts((one) => one.category),
    quotes: texts((one) => one.quote),
    confidences: unquoted((one) => one.finding.confidence),
    contactIds: uuids(({ item }) => item.contact_id),
    sources: texts(({ item }) => item.source),
    sourceTypes: texts(({ item }) => item.source_type),
    urls: texts(({ item }) => item.url),
    languages: texts(({ item }) => item.language),
    segmentIds: texts(({ item }) => `{${item.segment_ids.join(',')}}`),
    occurredAt: unquoted(({ item }) => item.occurred_at),
    interviewDates: unquoted(interviewDate),
    quoteIds: uuids((one) => one.quote_id),
    quoteStarts: unquoted(({ finding }) => finding.quote.start),
    quoteEnds: unquoted(({ finding }) => finding.quote.end),
    vectors: added.map((one) => quantize(one.finding.vector)),
    areas: texts(({ finding }) => finding.area?.name ?? null),
    areaProbabilities: unquoted(({ finding }) => finding.area?.probability ?? null),
    mentions: texts(({ finding }) => finding.mention),
  }
}

const insightRows = (org: string, model: string, c: Columns): Sql => sql`
  insert into insight (org_id, id, name, sentiment, category, quote, confidence, origin, feedback_id, contact_id,
    source, source_type, source_url, language, segment_ids, occurred_at, interview_date, analysis_version)
  select ${org}, id, name, sentiment, category, quote, confidence, 'auto', feedback_id, contact_id, source,
    source_type, source_url, language, segment_ids::uuid[], occurred_at, interview_date,
    ${`${analysisVersion}/${model}`}
  from unnest(${c.ids}::uuid[], ${c.names}::text[], ${c.sentiments}::text[], ${c.categories}::text[],
    ${c.quotes}::text[], ${c.confidences}::real[], ${c.feedbackIds}::uuid[], ${c.contactIds}::uuid[],
    ${c.sources}::text[], ${c.sourceTypes}::text[], ${c.urls}::text[], ${c.languages}::text[],
    ${c.segmentIds}::text[], ${c.occurredAt}::timestamptz[], ${c.interviewDates}::date[])
    as x (id, name, sentiment, category, quote, confidence, feedback_id, contact_id, source, source_type, source_url,
      language, segment_ids, occurred_at, interview_date)`

const quoteRows = (org: string, c: Columns): Sql => sql`
  insert into quote (org_id, id, insight_id, feedback_id, text, start_offset, end_offset, verified, is_representative)
  select ${org}, x.id, x.insight_id, x.feedback_id, x.text, x.start_offset, x.end_offset, true, true
  from unnest(${c.quoteIds}::uuid[], ${c.ids}::uuid[], ${c.feedbackIds}::uuid[], ${c.quotes}::text[],
    ${c.quoteStarts}::integer[], ${c.quoteEnds}::integer[])
    as x (id, insight_id, feedback_id, text, start_offset, end_offset)`

/** All vectors in one binary parameter, cut apart by PostgreSQL. */
function vectorRows(org: string, model: string, { ids, vectors, areas, areaProbabilities, mentions }: Columns): Sql {
  const length = vectors[0]!.length
  return sql`
    insert into insight_vector (org_id, insight_id, model, vector, area, area_probability, mention)
    select ${org}, id, ${model}, substring(${Buffer.concat(vectors)}::bytea
      from (n::integer - 1) * ${length}::integer + 1 for ${length}::integer), area, area_probability, mention
    from unnest(${ids}::uuid[], ${areas}::text[], ${areaProbabilities}::real[], ${mentions}::text[])
      with ordinality as x (id, area, area_probability, mention, n)`
}

/** Marks insights as superseded by a new one, or deleted where there is none. */
async function supersedeInsights(db: Db, org: string, superseded: readonly SupersededInsight[]) {
  const ids = superseded.map(({ id }) => id)
  const locked = (await lockInsights(db, org, ids)).filter((insight) => insight.live)
  await lockThemes(db, org, [...new Set(locked.flatMap((insight) => insight.theme_ids))])
  await db.run(sql`
    update insight i set superseded_by_id = x.superseded_by,
      deleted_at = case when x.superseded_by is null then now() end, updated_at = now()
    from unnest(${ids}::uuid[], ${superseded.map(({ supersededBy }) => supersededBy)}::uuid[]) as x (id, superseded_by)
    where i.org_id = ${org} and i.id = x.id`)
  for (const insight of locked) await addToThemeCounts(db, org, insight.theme_ids, -1)
  await refreshOpportunitiesOf(db, org, ids)
}
