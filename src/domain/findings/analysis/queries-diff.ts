import {
  insertAnalyzedInsights,
  insertAnalyzedQuotes,
  supersedeInsights,
  updateAnalyzedInsights,
  updateAnalyzedQuotes,
} from '#domain/findings/insights/queries-analyzed.ts'
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
import type { AnalyzedInsight, UpdatedInsight } from './queries-findings.ts'

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
  return [
    insertAnalyzedInsights(org, analysisVersionOf(model), columns),
    insertAnalyzedQuotes(org, columns),
    vectorRows(org, model, columns),
    vectorCopies(org, columns.ids),
  ].map((statement) => db.run(statement))
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
  aspects: textArray(found.map(({ finding }) => finding.aspects && JSON.stringify(finding.aspects))),
})

/** All vectors in one binary parameter, cut apart by PostgreSQL. */
function vectorRows(org: string, model: string, c: Columns): Sql {
  const { ids, vectors, areas, areaProbabilities, mentions, aspects } = c
  const length = vectors[0]!.length
  return sql`
    insert into insight_vector (org_id, insight_id, model, vector, area, area_probability, mention, aspects)
    select ${org}, id, ${model}, substring(${Buffer.concat(vectors)}::bytea
      from (n::integer - 1) * ${length}::integer + 1 for ${length}::integer), area, area_probability, mention,
      aspects::jsonb
    from unnest(${ids}::uuid[], ${areas}::text[], ${areaProbabilities}::real[], ${mentions}::text[],
      ${aspects}::text[]) with ordinality as x (id, area, area_probability, mention, aspects, n)`
}

/** Insights that were found again: labels, quote and vector of the new finding. */
function updateInsights(db: Db, org: string, model: string, updated: readonly UpdatedInsight[]): Promise<number>[] {
  const texts = (value: (one: UpdatedInsight) => string) => textArray(updated.map(value))
  const numbers = (value: (one: UpdatedInsight) => number) => unquotedArray(updated.map(value))
  const columns = {
    ids: uuidArray(updated.map((one) => one.id)),
    names: texts((one) => one.name),
    sentiments: texts((one) => one.sentiment),
    categories: texts((one) => one.category),
    quotes: texts((one) => one.quote),
    confidences: numbers(({ finding }) => finding.confidence),
    quoteIds: uuidArray(updated.map(({ previous }) => previous.quote_id)),
    quoteStarts: numbers(({ finding }) => finding.quote.start),
    quoteEnds: numbers(({ finding }) => finding.quote.end),
  }
  return [
    updateAnalyzedInsights(org, analysisVersionOf(model), columns),
    updateAnalyzedQuotes(org, columns),
    vectorUpdate(org, model, updated),
    vectorCopies(org, columns.ids),
  ].map((statement) => db.run(statement))
}

/** It stays in its subtheme; an insight without a vector gets none. */
function vectorUpdate(org: string, model: string, updated: readonly UpdatedInsight[]): Sql {
  const { vectors, areas, areaProbabilities, mentions, aspects } = vectorColumns(updated)
  const length = vectors[0]!.length
  return sql`
    update insight_vector v set model = ${model}, area = x.area, area_probability = x.area_probability,
      mention = x.mention, aspects = x.aspects::jsonb, vector = substring(${Buffer.concat(vectors)}::bytea
      from (x.n::integer - 1) * ${length}::integer + 1 for ${length}::integer)
    from unnest(${uuidArray(updated.map((one) => one.id))}::uuid[], ${areas}::text[], ${areaProbabilities}::real[],
      ${mentions}::text[], ${aspects}::text[]) with ordinality as x (id, area, area_probability, mention, aspects, n)
    where v.org_id = ${org} and v.insight_id = x.id`
}
