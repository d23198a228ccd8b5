import { analysisVersion, type Finding } from '#engine/analyse.ts'
import { toBytes } from '#engine/embed/bytes.ts'
import { holdThemes, shiftCounts } from '#domain/findings/insights/links.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { refreshOpportunitiesOf } from '#domain/ranking/refresh.ts'
import { newId } from '#store/ids.ts'
import { plainArray, textArray, uuidArray } from '#store/arrays.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Item } from './items.ts'

/* Findings become insights. What stays the same keeps its id, what is new is added, what is gone makes way; what a person touched is theirs. */

export type Found = { item: Item; findings: readonly Finding[] }
export type Stored = {
  id: string
  name: string
  sentiment: string
  category: string
  quote: string
  feedback_id: string
}

/** `erased`: whoever said it has been forgotten, words and all. */
export type Known = {
  id: string
  feedback_id: string
  name: string
  quote: string | null
  start: number | null
  end: number | null
  erased: boolean
  ours: boolean
  live: boolean
}

/** Everything that was ever found in these items, also what a person has deleted since: it shall not come back. */
export const knownOf = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<Known>(sql`
    select i.id, i.feedback_id, i.name, q.text as quote, q.start_at as start, q.end_at as end, coalesce(q.redacted and q.start_at is null, false) as erased,
      i.origin = 'auto' and not i.edited_by_human and i.deleted_at is null as ours, i.live
    from unnest(${uuidArray(ids)}::uuid[]) as f (id)
    cross join lateral (select * from insight i where i.org_id = ${org} and i.feedback_id = f.id and i.superseded_by_id is null offset 0) i
    left join quote q on q.org_id = i.org_id and q.insight_id = i.id and q.is_representative order by i.id`)

export type New = Stored & { finding: Finding; item: Item; quote_id: string }

export type Change = { added: New[]; gone: { id: string; by: string | null }[] }

/** What becomes of what was known of these items; the transaction holds them. */
export function changeOf(known: readonly Known[], found: readonly Found[]): Change {
  const change: Change = { added: [], gone: [] }
  const knownOfItem = Map.groupBy(known, (one) => one.feedback_id)
  for (const { item, findings } of found) {
    const before = knownOfItem.get(item.id) ?? []
    // What was taken back with the person is not found again.
    if (before.some((one) => one.erased)) continue
    const fresh = findings
      .filter((finding) => !before.some((one) => isSame(item, one, finding)))
      .map((finding) => newOf(item, finding))
    const wanted = new Set(findings.map((finding) => finding.quote.text))
    change.added.push(...fresh)
    for (const one of before)
      if (one.ours && one.live && (one.quote === null || !wanted.has(one.quote)))
        change.gone.push({ id: one.id, by: fresh[0]?.id ?? null })
  }
  return change
}

/** The same words; or what a person made of them, as far as it still shows: another part of the same sentence, or the same name on other words. */
function isSame({ content }: Item, one: Known, { name, quote }: Finding): boolean {
  if (one.quote === quote.text) return true
  if (one.ours) return false
  if (one.name === name) return true
  if (one.start === null || one.end === null || content.slice(one.start, one.end) !== one.quote) return false
  const shared = Math.min(one.end, quote.end) - Math.max(one.start, quote.start)
  return 2 * shared >= Math.min(one.end - one.start, quote.end - quote.start)
}

/** Sent together: nobody waits for an answer in between. */
export const storeChange = (db: Db, org: string, model: string, { added, gone }: Change) =>
  Promise.all([
    ...(added.length ? insertAll(db, org, model, added) : []),
    ...(gone.length ? [makeWay(db, org, gone)] : []),
  ])

const newOf = (item: Item, finding: Finding): New => ({
  id: newId(),
  quote_id: newId(),
  feedback_id: item.id,
  name: finding.name,
  sentiment: finding.sentiment,
  category: finding.category,
  quote: finding.quote.text,
  finding,
  item,
})

/** What others are told of it. */
export const storedOf = ({ finding: _, item: __, quote_id: ___, ...stored }: New): Stored => stored

/** Column by column: PostgreSQL reads arrays at a fraction of what the same rows cost as JSON. */
function insertAll(db: Db, org: string, model: string, added: readonly New[]): Promise<number>[] {
  const uuids = (value: (one: New) => string | null) => uuidArray(added.map(value))
  const texts = (value: (one: New) => string | null) => textArray(added.map(value))
  const plainly = (value: (one: New) => string | number | null) => plainArray(added.map(value))
  const [ids, feedback, quotes] = [uuids((one) => one.id), uuids((one) => one.feedback_id), texts((one) => one.quote)]
  const insights = sql`
    insert into insight (org_id, id, name, sentiment, category, quote, confidence, origin, feedback_id, contact_id, source, source_type, source_url, language, segment_ids, occurred_at,
      interview_date, analysis_version)
    select ${org}, id, name, sentiment, category, quote, confidence, 'auto', feedback_id, contact_id, source, source_type, source_url, language,
      segment_ids::uuid[], occurred_at, interview_date, ${`${analysisVersion}/${model}`}
    from unnest(${ids}::uuid[], ${texts((one) => one.name)}::text[], ${texts((one) => one.sentiment)}::text[], ${texts((one) => one.category)}::text[], ${quotes}::text[],
      ${plainly((one) => one.finding.confidence)}::real[], ${feedback}::uuid[], ${uuids(({ item }) => item.contact_id)}::uuid[], ${texts(({ item }) => item.source)}::text[],
      ${texts(({ item }) => item.source_type)}::text[], ${texts(({ item }) => item.url)}::text[], ${texts(({ item }) => item.language)}::text[],
      ${texts(({ item }) => `{${item.segment_ids.join(',')}}`)}::text[], ${plainly(({ item }) => item.occurred_at)}::timestamptz[],
      ${plainly(({ item }) => (item.source_type === 'interview' ? item.occurred_at.slice(0, 10) : null))}::date[])
      as x (id, name, sentiment, category, quote, confidence, feedback_id, contact_id, source, source_type, source_url, language, segment_ids, occurred_at, interview_date)`
  const theirQuotes = sql`
    insert into quote (org_id, id, insight_id, feedback_id, text, start_at, end_at, verified, is_representative)
    select ${org}, x.id, x.insight_id, x.feedback_id, x.text, x.start_at, x.end_at, true, true
    from unnest(${uuids((one) => one.quote_id)}::uuid[], ${ids}::uuid[], ${feedback}::uuid[], ${quotes}::text[], ${plainly(({ finding }) => finding.quote.start)}::integer[],
      ${plainly(({ finding }) => finding.quote.end)}::integer[]) as x (id, insight_id, feedback_id, text, start_at, end_at)`
  // One after the other in a single value, which goes over as it is.
  const vectors = added.map((one) => toBytes(one.finding.vector))
  const meanings = sql`
    insert into insight_vector (org_id, insight_id, model, vector)
    select ${org}, id, ${model}, substring(${Buffer.concat(vectors)}::bytea from (n::integer - 1) * ${vectors[0]!.length}::integer + 1 for ${vectors[0]!.length}::integer)
    from unnest(${ids}::uuid[]) with ordinality as x (id, n)`
  return [insights, theirQuotes, meanings].map((statement) => db.run(statement))
}

/** Superseded by what was found instead, or deleted where nothing was. */
async function makeWay(db: Db, org: string, gone: readonly { id: string; by: string | null }[]) {
  const held = (
    await lockInsights(
      db,
      org,
      gone.map((one) => one.id),
    )
  ).filter((insight) => insight.live)
  await holdThemes(db, org, [...new Set(held.flatMap((insight) => insight.theme_ids))])
  await db.run(sql`
    update insight i set superseded_by_id = x.by, deleted_at = case when x.by is null then now() end, updated_at = now()
    from unnest(${gone.map((one) => one.id)}::uuid[], ${gone.map((one) => one.by)}::uuid[]) as x (id, by) where i.org_id = ${org} and i.id = x.id`)
  for (const insight of held) await shiftCounts(db, org, insight.theme_ids, -1)
  await refreshOpportunitiesOf(
    db,
    org,
    gone.map((one) => one.id),
  )
}
