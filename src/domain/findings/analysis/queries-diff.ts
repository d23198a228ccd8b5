import { addToThemeCounts, lockLinkedThemes } from '#domain/findings/insights/links/queries.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import type { Finding } from '#engine/analyze.ts'
import { quantize } from '#engine/vectors/quantize.ts'
import { textArray, unquotedArray, uuidArray } from '#store/binary-arrays.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { type Sql, sql } from '#store/sql.ts'
import { analysisVersionOf } from './analysis-version.ts'
import type { FindingsDiff } from './diff-findings.ts'
import { vectorCopies } from './queries-vectors.ts'
import type { AnalyzedInsight, SupersededInsight, UpdatedInsight } from './queries-findings.ts'

/* Findings as insights, quotes and vectors. */

/** The insights that change are locked. All statements that add are sent before the first answer is awaited. */
export async function storeDiff(db: Db, org: string, model: string, { added, updated, superseded }: FindingsDiff) {
  await pipelined(db, [
    ...(added.length ? insertInsights(db, org, model, added) : []),
    ...(updated.length ? updateInsights(db, org, model, updated) : []),
    ...(superseded.length ? [supersedeInsights(db, org, superseded)] : []),
  ])
  const changed = [...updated.filter((one) => one.isChanged), ...superseded].map((one) => one.id)
  if (changed.length) await refreshOpportunitiesOf(db, org, changed)
}

/** Arrays by column, which PostgreSQL parses much faster than JSON. */
const insertInsights = (db: Db, org: string, model: string, added: readonly AnalyzedInsight[]): Promise<number>[] => {
  const columns = columnsOf(added)
  const statements = [insightRows(org, model, columns), quoteRows(org, columns), vectorRows(org, model, columns)]
  return [...statements, vectorCopies(org, columns.ids)].map((statement) => db.run(statement))
}

type Columns = ReturnType<typeof columnsOf>

function columnsOf(added: readonly AnalyzedInsight[]) {
  const uuids = (value: (one: AnalyzedInsight) => string | null) => uuidArray(added.map(value))
  const texts = (value: (one: AnalyzedInsight) => string | null) => textArray(added.map(value))
  const unquoted = (value: (one: AnalyzedInsight) => string | number | null) => unquotedArray(added.map(value))
  const interviewDate = ({ item }: AnalyzedInsight) =>
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
    ...vectorColumns(added),
  }
}

const vectorColumns = (found: readonly { finding: Finding }[]) => ({
  vectors: found.map(({ finding }) => quantize(finding.vector)),
  areas: textArray(found.map(({ finding }) => finding.area?.name ?? null)),
  areaProbabilities: unquotedArray(found.map(({ finding }) => finding.area?.probability ?? null)),
  mentions: textArray(found.map(({ finding }) => finding.mention)),
})

const insightRows = (org: string, model: string, c: Columns): Sql => sql`
  insert into insight (org_id, id, name, sentiment, category, quote, confidence, origin, feedback_id, contact_id,
    source, source_type, source_url, language, segment_ids, occurred_at, interview_date, analysis_version)
  select ${org}, id, name, sentiment, category, quote, confidence, 'auto', feedback_id, contact_id, source,
    source_type, source_url, language, segment_ids::uuid[], occurred_at, interview_date,
    ${analysisVersionOf(model)}
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

/** Insights that were found again: labels, quote and vector of the new finding. */
function updateInsights(db: Db, org: string, model: string, updated: readonly UpdatedInsight[]): Promise<number>[] {
  const ids = uuidArray(updated.map((one) => one.id))
  const texts = (value: (one: UpdatedInsight) => string) => textArray(updated.map(value))
  const numbers = (value: (one: UpdatedInsight) => number) => unquotedArray(updated.map(value))
  return [
    db.run(sql`
      update insight i set name = x.name, sentiment = x.sentiment, category = x.category, quote = x.quote,
        confidence = x.confidence, analysis_version = ${analysisVersionOf(model)}, updated_at = now()
      from unnest(${ids}::uuid[], ${texts((one) => one.name)}::text[], ${texts((one) => one.sentiment)}::text[],
        ${texts((one) => one.category)}::text[], ${texts((one) => one.quote)}::text[],
        ${numbers(({ finding }) => finding.confidence)}::real[]) as x (id, name, sentiment, category, quote, confidence)
      where i.org_id = ${org} and i.id = x.id`),
    db.run(sql`
      update quote q set text = x.text, start_offset = x.start_offset, end_offset = x.end_offset, verified = true
      from unnest(${uuidArray(updated.map(({ previous }) => previous.quote_id))}::uuid[],
        ${texts((one) => one.quote)}::text[], ${numbers(({ finding }) => finding.quote.start)}::integer[],
        ${numbers(({ finding }) => finding.quote.end)}::integer[]) as x (id, text, start_offset, end_offset)
      where q.org_id = ${org} and q.id = x.id`),
    db.run(vectorUpdate(org, model, updated)),
    db.run(vectorCopies(org, ids)),
  ]
}

/** It stays in its subtheme; an insight without a vector gets none. */
function vectorUpdate(org: string, model: string, updated: readonly UpdatedInsight[]): Sql {
  const { vectors, areas, areaProbabilities, mentions } = vectorColumns(updated)
  const length = vectors[0]!.length
  return sql`
    update insight_vector v set model = ${model}, area = x.area, area_probability = x.area_probability,
      mention = x.mention, vector = substring(${Buffer.concat(vectors)}::bytea
      from (x.n::integer - 1) * ${length}::integer + 1 for ${length}::integer)
    from unnest(${uuidArray(updated.map((one) => one.id))}::uuid[], ${areas}::text[], ${areaProbabilities}::real[],
      ${mentions}::text[]) with ordinality as x (id, area, area_probability, mention, n)
    where v.org_id = ${org} and v.insight_id = x.id`
}

/** Marks insights as superseded by a new one, or deleted where there is none. */
async function supersedeInsights(db: Db, org: string, superseded: readonly SupersededInsight[]) {
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
