import { languageModelOf } from '#domain/llm-tasks/queries-texts.ts'
import { insightThemesJson, themeSuggestions } from '#domain/queries-theme-references.ts'
import { MIN_SHOWN_ASPECT } from '#engine/thresholds/subthemes.ts'
import type { Db } from '#store/open.ts'
import { assignments, OrgRead, raw, type Sql, sql } from '#store/sql.ts'
import { jsonMembers, selectDetail } from '#store/table/define.ts'
import { clearedAssignments } from '#store/table/erase.ts'
import { insightTable, quoteTable } from './table.ts'

export type InsightRow = {
  id: string
  origin: 'auto' | 'manual' | 'imported'
  quote: string | null
  feedback_id: string | null
  theme_ids: string[]
  live: boolean
  deleted: boolean
  merged_into_id: string | null
}

const lockedColumns = raw(
  `id, origin, quote, feedback_id, theme_ids::text[] as theme_ids, live,
    deleted_at is not null as deleted, merged_into_id`,
)

export const lockInsight = (db: Db, org: string, id: string) =>
  db.first<InsightRow>(sql`select ${lockedColumns} from insight where org_id = ${org} and id = ${id} for no key update`)

/** In the order of their ids, so that two merges of the same insights wait for each other instead of deadlocking. */
export const lockInsights = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<InsightRow>(sql`
    select ${lockedColumns} from insight where org_id = ${org} and id = any(${ids}::uuid[])
    order by id for no key update`)

type DetailRow = {
  document: string
  themes: string | null
  rest: string
  quotes: string | null
  deleted: boolean
  merged_into_id: string | null
}

const idsOf = (org: string, table: string, column: string): Sql => sql`(
  select coalesce(json_agg(${raw(column)} order by ${raw(column)}), '[]') from ${raw(table)} e
  where e.org_id = ${org} and e.insight_id = i.id)`

const detailColumns = selectDetail(insightTable, 'i', ['user_email', 'user_name'])

/** The detail view, built by PostgreSQL in one statement. */
export const findInsightDetail = (db: Db, org: string, id: string) =>
  db.first<DetailRow>(
    new OrgRead(
      org,
      sql`
    select i.document, i.deleted_at is not null as deleted, i.merged_into_id,
      case when i.theme_ids <> '{}' then ${insightThemesJson(org)} end as themes,
      (select string_agg(${quoteJson}, ',' order by q.id) from quote q
        where q.org_id = ${org} and q.insight_id = i.id) as quotes,
      (select row_to_json(d)::text from (
        select ${detailColumns}, coalesce(i.user_email, c.email) as user_email,
          coalesce(i.user_name, c.name) as user_name, ${assignment(org)},
          case when not i.edited_by_human then ${languageModelOf(org, 'insight', 'i')} end as language_model,
          ${evidence(org)} as evidence_of) d) as rest
    from insight i left join contact c on c.org_id = ${org} and c.id = i.contact_id
    left join insight_vector v on v.org_id = ${org} and v.insight_id = i.id
    where i.org_id = ${org} and i.id = ${id}`,
    ),
  )

const isSortedByAnalysis = raw('not i.themes_overridden')

/** What the analysis says of the theme; nothing where a person has chosen. */
const assignment = (org: string): Sql => sql`
  case when i.theme_ids <> '{}' and ${isSortedByAnalysis} then v.theme_confidence::float8 end as theme_confidence,
  case when i.theme_ids = '{}' and ${isSortedByAnalysis} then ${themeSuggestions(org, raw('i.id'))}::json else '[]'
    end as theme_suggestions,
  v.mention as subject,
  (select a.key from jsonb_each_text(v.aspects) a where a.value::real >= ${MIN_SHOWN_ASPECT}
    order by a.value::real desc limit 1) as aspect`

const evidence = (org: string): Sql => sql`json_build_object(
  'project_ids', ${idsOf(org, 'project_insight', 'project_id')},
  'initiative_ids', ${idsOf(org, 'initiative_insight', 'initiative_id')},
  'opportunity_ids', ${opportunityIds(org)})`

/** Merged ones are answered for by those that they were merged into. */
const opportunityIds = (org: string): Sql => sql`(
  select coalesce(json_agg(e.opportunity_id order by e.opportunity_id), '[]') from opportunity_insight e
  join opportunity o on o.org_id = e.org_id and o.org_id = ${org} and o.id = e.opportunity_id
    and o.merged_into_id is null
  where e.org_id = ${org} and e.insight_id = i.id)`

/** A quote as the contract shows it; the text of a redacted one is hidden. */
export const quoteJson: Sql = sql`json_build_object(${jsonMembers(quoteTable, 'q', [], ['text'])},
  'text', case when q.redacted then '[redacted]' else q.text end,
  'start', q.start_offset, 'end', q.end_offset)::text`

/** Takes the words out of a quote, which stays as evidence. */
export const redactedQuote: Sql = sql`
  ${clearedAssignments(quoteTable)}, redacted = true, start_offset = null, end_offset = null`

export type NewInsight = {
  id: string
  name: string
  sentiment: string
  category: string
  description: string | null
  origin: string
  feedback_id: string | null
  contact_id: string | null
  source: string | null
  source_type: string | null
  source_url: string | null
  language: string | null
  quote: string | null
  theme_ids: readonly string[]
  /** Null for the segments of the contact. */
  segment_ids: readonly string[] | null
  tags: readonly string[]
  occurred_at: string | null
}

export const insertInsight = (db: Db, org: string, i: NewInsight) => {
  const columns = (segmentIds: Sql): Sql => sql`
    ${org}, ${i.id}, ${i.name}, ${i.sentiment}, ${i.category}, ${i.description}, ${i.origin}, ${i.feedback_id},
    ${i.contact_id}, ${i.source}, ${i.source_type}, ${i.source_url}, ${i.language}, ${i.quote}, ${i.theme_ids}::uuid[],
    ${segmentIds}, ${i.segment_ids !== null}, ${i.tags}::text[], coalesce(${i.occurred_at}::timestamptz, now())`
  const segmentIds = i.segment_ids ?? (i.contact_id === null ? [] : null)
  return db.run(sql`
    insert into insight (org_id, id, name, sentiment, category, description, origin, feedback_id, contact_id, source,
      source_type, source_url, language, quote, theme_ids, segment_ids, segments_overridden, tags, occurred_at)
    ${
      segmentIds
        ? sql`values (${columns(sql`${segmentIds}::uuid[]`)})`
        : sql`select ${columns(sql`coalesce(c.segment_ids, '{}')`)}
          from (select 1) one left join contact c on c.org_id = ${org} and c.id = ${i.contact_id}`
    }`)
}

/** At least one column must be given. */
export const updateInsight = async (db: Db, org: string, id: string, columns: Record<string, unknown>) =>
  (await db.first<{ live: boolean }>(sql`
    update insight set ${assignments(columns)}, updated_at = now()
    where org_id = ${org} and id = ${id} returning live`))!

export type FeedbackSource = {
  id: string
  content: string
  source: string
  source_type: string
  url: string | null
  language: string | null
  contact_id: string | null
  occurred_at: string | null
}

export const findFeedbackSource = (db: Db, org: string, id: string) =>
  db.first<FeedbackSource>(sql`
    select id, content, source, source_type, url, language, contact_id, occurred_at
    from feedback_item where org_id = ${org} and id = ${id} and deleted_at is null`)

export const listExistingContacts = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string }>(
    sql`select id from contact where org_id = ${org} and id = any(${ids}::uuid[]) and deleted_at is null`,
  )

/** Moves the links of plans and subthemes to another insight; each keeps one link, with its note. */
export const moveEvidence = async (db: Db, org: string, from: readonly string[], to: string) => {
  for (const [table, column] of [
    ['project_insight', 'project_id'],
    ['initiative_insight', 'initiative_id'],
    ['opportunity_insight', 'opportunity_id'],
    ['subtheme_insight', 'subtheme_id'],
  ] as const) {
    const [links, owner] = [raw(table), raw(column)]
    await db.run(sql`
      update ${links} e set insight_id = ${to}
      where e.org_id = ${org} and e.insight_id = any(${from}::uuid[]) and e.insight_id = (
          select f.insight_id from ${links} f
          where f.org_id = ${org} and f.${owner} = e.${owner} and f.insight_id = any(${from}::uuid[])
          order by f.insight_id limit 1)
        and not exists (
          select 1 from ${links} f
          where f.org_id = ${org} and f.${owner} = e.${owner} and f.insight_id = ${to})`)
    await db.run(sql`delete from ${links} where org_id = ${org} and insight_id = any(${from}::uuid[])`)
  }
}
