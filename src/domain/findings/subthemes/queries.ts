import type { Static } from 'typebox'
import type { AccountReach } from '#contract/core/account-reach.ts'
import { type AccountQuery, behindAccounts } from '#domain/ranking/account-reach/queries-account-filters.ts'
import { languageModelOf } from '#domain/llm-tasks/queries-texts.ts'
import type { Evidence } from '#engine/story/types.ts'
import type { Db } from '#store/open.ts'
import { containing } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { isLiveSubtheme, isShownSubtheme } from './queries-shown.ts'
import { type PeriodSentiments, sentimentCounts, type SentimentCounts } from '#vocabulary/sentiments.ts'

export type SubthemeRow = {
  id: string
  name: string
  description: string | null
  insight_count: number
  supporting_insight_count: number
  sentiment_breakdown: SentimentCounts
  theme_id: string
  theme_name: string
  theme_color: string
  segment_id: string | null
  synthesized_at: string
  origin: 'auto' | 'manual'
  account_reach: Static<typeof AccountReach>
  pinned: boolean
  generated_name: string | null
}
type SubthemeDetailRow = SubthemeRow & { language_model: string | null }
type SubthemeFilters = AccountQuery & Partial<Record<'theme_id' | 'segment_id' | 'q', string | undefined>>
type SubthemeListQuery = { limit: number; offset: number } & SubthemeFilters

const sentimentColumns = raw(sentimentCounts('i.sentiment', { suffix: '_count' }))

/** With a segment only subthemes that have insights of the segment, and only these are counted. */
const subthemesWithCounts = (org: string, segment: string | undefined): Sql =>
  segment === undefined
    ? sql`
      select id, theme_id, name, description, insight_count, positive_count, negative_count, neutral_count,
        supporting_count, synthesized_at, origin, pinned, generated_name, account_reach
      from subtheme s where ${isShownSubtheme} and s.org_id = ${org}`
    : sql`
      select s.id, s.theme_id, s.name, s.description, count(*) as insight_count,
        ${sentimentColumns},
        count(*) filter (where l.supports) as supporting_count, s.synthesized_at, s.origin, s.pinned, s.generated_name,
        null::json as account_reach
      from subtheme s join subtheme_insight l on l.org_id = s.org_id and l.org_id = ${org} and l.subtheme_id = s.id
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
        and i.segment_ids @> array[${segment}]::uuid[]
      where s.org_id = ${org} group by s.org_id, s.id, s.theme_id, s.name, s.description, s.synthesized_at, s.origin,
        s.pinned, s.generated_name`

const isLiveTheme = raw('t.archived_at is null and t.merged_into_id is null')
const sentimentBreakdown = raw(
  `json_build_object('positive', s.positive_count, 'negative', s.negative_count, 'neutral', s.neutral_count)`,
)

export async function listSubthemes(
  db: Db,
  org: string,
  { limit, offset, theme_id, segment_id, q, ...accounts }: SubthemeListQuery,
) {
  const rows = await db.rows<SubthemeRow & { total: number }>(sql`
    select s.id, s.name, s.description, s.insight_count, s.supporting_count as supporting_insight_count,
      ${sentimentBreakdown} as sentiment_breakdown,
      s.theme_id, t.name as theme_name, t.color as theme_color, ${segment_id ?? null}::uuid as segment_id,
      iso(s.synthesized_at) as synthesized_at, s.origin, s.pinned, s.generated_name,
      s.account_reach, count(*) over () as total
    from (${subthemesWithCounts(org, segment_id)}) s join theme t on t.org_id = ${org} and t.id = s.theme_id
    where ${allOf([
      isLiveTheme,
      theme_id ? sql`s.theme_id = ${theme_id}` : undefined,
      behindAccounts(org, 'subtheme', accounts, raw('s.id')),
      q ? sql`(s.name ilike ${containing(q)} or s.description ilike ${containing(q)})` : undefined,
    ])} order by s.insight_count desc, s.id limit ${limit} offset ${offset}`)
  const total =
    rows[0]?.total ?? (offset === 0 ? 0 : await countSubthemes(db, org, { theme_id, segment_id, q, ...accounts }))
  return { rows: rows.map(({ total: _, ...row }) => row), total }
}

/** For a page past the end, which has no row with the total. */
async function countSubthemes(db: Db, org: string, query: SubthemeFilters): Promise<number> {
  return (await listSubthemes(db, org, { ...query, limit: 1, offset: 0 })).total
}

export const findSubtheme = (db: Db, org: string, id: string) =>
  db.first<SubthemeDetailRow>(sql`
    select s.id, s.name, s.description, s.insight_count, s.supporting_count as supporting_insight_count,
      ${sentimentBreakdown} as sentiment_breakdown,
      s.theme_id, t.name as theme_name, t.color as theme_color, s.segment_id, iso(s.synthesized_at) as synthesized_at,
      s.origin, s.pinned, s.generated_name, s.account_reach, ${languageModelOf(org, 'subtheme', 's')} as language_model
    from subtheme s join theme t on t.org_id = s.org_id and t.org_id = ${org} and t.id = s.theme_id and ${isLiveTheme}
    where s.org_id = ${org} and s.id = ${id} and ${isLiveSubtheme}`)

export const maxInsightIds = 500

export type SubthemeEvidenceRow = Omit<Evidence, 'themes' | 'subtheme' | 'segments' | 'meaning'> & {
  model: string | null
  vector: Buffer | null
  contact_name: string | null
  segment_ids: string[]
}

/** Newest first; one more than is shown, to see whether there are more. */
export const listSubthemeEvidence = (db: Db, org: string, id: string) =>
  db.rows<SubthemeEvidenceRow>(sql`
    select i.id, i.name, i.sentiment, i.category, case when q.redacted then null else q.text end as quote,
      coalesce(q.verified and not q.redacted, false) as quote_verified, i.feedback_id, c.id as contact_id, i.source,
      iso(i.occurred_at) as occurred_at, c.name as contact_name, i.segment_ids::text[] as segment_ids,
      v.model, v.vector
    from subtheme_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
    left join quote q on q.org_id = ${org} and q.insight_id = i.id and q.is_representative
    left join contact c on c.org_id = ${org} and c.id = i.contact_id and c.deleted_at is null
    left join insight_vector v on v.org_id = ${org} and v.insight_id = i.id
    where l.org_id = ${org} and l.subtheme_id = ${id} order by i.id desc limit ${maxInsightIds + 1}`)

const bySentiment = raw(sentimentCounts('i.sentiment'))

export const listMonths = (db: Db, org: string, id: string) =>
  db.rows<PeriodSentiments>(sql`
    select to_char(i.occurred_at at time zone 'UTC', 'YYYY-MM') as period,
      ${bySentiment}
    from subtheme_insight l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
    where l.org_id = ${org} and l.subtheme_id = ${id} group by 1 order by 1 desc limit 24`)

export const listLiveSegmentNames = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<{ id: string; name: string }>(
    sql`select id, name from segment where org_id = ${org} and id = any(${ids}::uuid[]) and archived_at is null`,
  )

export type RelatedCandidate = { id: string; name: string; theme_id: string; centroid: Buffer; shared: number }

/** Every subtheme of the same model, with the insights it shares with this one; there are some hundreds at most. */
export const listRelatedCandidates = (db: Db, org: string, id: string) =>
  db.rows<RelatedCandidate>(sql`
    select s.id, s.name, s.theme_id, s.centroid, coalesce(x.shared, 0) as shared from subtheme s
    join theme t on t.org_id = s.org_id and t.org_id = ${org} and t.id = s.theme_id and ${isLiveTheme}
    join subtheme own on own.org_id = s.org_id and own.org_id = ${org} and own.id = ${id} and own.model = s.model
    left join (
      select b.subtheme_id, count(*) as shared
      from subtheme_insight a
      join subtheme_insight b on b.org_id = a.org_id and b.org_id = ${org} and b.insight_id = a.insight_id
      where a.org_id = ${org} and a.subtheme_id = ${id} group by b.subtheme_id) x on x.subtheme_id = s.id
    where s.org_id = ${org} and s.centroid is not null and (s.insight_count > 0 or s.id = ${id})
    order by s.id limit 2000`)

export const areSegmentsEnabled = async (db: Db, org: string) =>
  (await db.first<{ on: boolean }>(sql`select feature_segments as on from organization where id = ${org}`))!.on
