import type { Evidence } from '#engine/story/types.ts'
import type { Db } from '#store/open.ts'
import { empty, raw, type Sql, sql } from '#store/sql.ts'
import { sentimentCounts } from '#vocabulary/sentiments.ts'

/* The insights behind an object of any kind. */

/** What has insights, with the table of its links. */
const links = {
  theme: 'insight_theme',
  subtheme: 'subtheme_insight',
  opportunity: 'opportunity_insight',
  initiative: 'initiative_insight',
  project: 'project_insight',
} as const
export type EvidenceOf = { kind: keyof typeof links; id: string }
/** Of several objects. */
type EvidenceOfAll = { kind: keyof typeof links; ids: readonly string[] }

/** Live insights `i` with their contact `c` and account `a`, where these were not deleted; further joins on request. */
const behind = (org: string, of: EvidenceOf | EvidenceOfAll, joins: Sql = empty): Sql => sql`
  ${raw(links[of.kind])} l
  join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
  left join contact c on c.org_id = i.org_id and c.org_id = ${org} and c.id = i.contact_id and c.deleted_at is null
  left join account a on a.org_id = c.org_id and a.org_id = ${org} and a.id = c.account_id and a.deleted_at is null
  ${joins} where l.org_id = ${org} and l.${raw(of.kind)}_id = any(${'ids' in of ? of.ids : [of.id]}::uuid[])`

export type BehindCounts = {
  insight_count: number
  contact_count: number
  positive: number
  negative: number
  neutral: number
  first_insight_at: string | null
  last_insight_at: string | null
}

export const countEvidence = async (db: Db, org: string, of: EvidenceOf): Promise<BehindCounts> =>
  (await db.first<BehindCounts>(sql`
    select count(*) as insight_count, count(distinct c.id) as contact_count, ${raw(sentimentCounts('i.sentiment'))},
      iso(min(i.occurred_at)) as first_insight_at, iso(max(i.occurred_at)) as last_insight_at
    from ${behind(org, of)}`))!

export type QuotedInsight = Omit<Evidence, 'themes' | 'subtheme' | 'segments' | 'meaning'> & {
  person: string | null
  company: string | null
  speaker: string | null
}

const quotes = (org: string): Sql => sql`
  left join quote q on q.org_id = i.org_id and q.org_id = ${org} and q.insight_id = i.id and q.is_representative`

const said = raw(`
  i.id, i.name, i.sentiment, i.category, case when not q.redacted then q.text end as quote,
  coalesce(q.verified and not q.redacted, false) as quote_verified, i.feedback_id, c.id as contact_id, i.source,
  iso(i.occurred_at) as occurred_at, coalesce(i.user_name, c.name) as person,
  coalesce(a.name, c.company->>'name') as company, q.speaker`)

/** Enough to choose the strongest quotes from: the newest. */
const maxCandidates = 80

export const listQuotedInsights = (db: Db, org: string, of: EvidenceOf) =>
  db.rows<QuotedInsight>(sql`
    select ${said} from ${behind(org, of, quotes(org))} and q.verified and not q.redacted
    order by i.occurred_at desc, i.id desc limit ${maxCandidates}`)

export const maxEvidenceRows = 5000

type EvidenceRow = QuotedInsight & { email: string | null }

/** One more than a table holds, to see whether there are more. */
export const listEvidenceRows = (db: Db, org: string, of: EvidenceOf) =>
  db.rows<EvidenceRow>(sql`
    select ${said}, coalesce(c.email, i.user_email) as email from ${behind(org, of, quotes(org))}
    order by i.occurred_at desc, i.id desc limit ${maxEvidenceRows + 1}`)

/** The insights that an evidence story names, as long as they are live. */
export const listNamedInsights = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<QuotedInsight>(sql`
    select ${said} from insight i
    left join contact c on c.org_id = i.org_id and c.org_id = ${org} and c.id = i.contact_id and c.deleted_at is null
    left join account a on a.org_id = c.org_id and a.org_id = ${org} and a.id = c.account_id and a.deleted_at is null
    ${quotes(org)} where i.org_id = ${org} and i.id = any(${ids}::uuid[]) and i.live`)

export type PersonBehind = {
  name: string | null
  user_name: string | null
  email: string | null
  phone: string | null
  company: string | null
  account: string | null
  speaker: string | null
}

const maxPeople = 2000

/** Everyone whose words are behind it, to leave their names out. */
export const listPeopleBehind = (db: Db, org: string, of: EvidenceOf | EvidenceOfAll) =>
  db.rows<PersonBehind>(sql`
    select distinct c.name, i.user_name, coalesce(c.email, i.user_email) as email, c.phone,
      c.company->>'name' as company, a.name as account, q.speaker
    from ${behind(org, of, quotes(org))} limit ${maxPeople}`)

export type LinkedRow = {
  kind: 'theme' | 'opportunity' | 'initiative' | 'project'
  id: string
  title: string
  status: string | null
}

const maxLinked = 20

/** Opportunities that share insights with it, those with most first. */
export const listSharingOpportunities = (db: Db, org: string, of: EvidenceOf) =>
  db.rows<LinkedRow>(sql`
    select 'opportunity' as kind, o.id, o.title, o.status from (
      select e.opportunity_id, count(*) as shared from ${raw(links[of.kind])} l
      join opportunity_insight e on e.org_id = l.org_id and e.org_id = ${org} and e.insight_id = l.insight_id
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
      where l.org_id = ${org} and l.${raw(of.kind)}_id = ${of.id} group by e.opportunity_id) s
    join opportunity o on o.org_id = ${org} and o.id = s.opportunity_id and o.status = 'active'
    order by s.shared desc, o.id limit ${maxLinked}`)

export const listOpportunitiesById = (db: Db, org: string, ids: readonly string[]) =>
  db.rows<LinkedRow>(sql`
    select 'opportunity' as kind, id, title, status from opportunity
    where org_id = ${org} and id = any(${ids}::uuid[]) order by id limit ${maxLinked}`)
