import type { Static } from 'typebox'
import type { contacts } from '#contract/resources/contacts.ts'
import { customFieldFilters } from '#domain/custom-fields/queries-filter.ts'
import { ofPayingContacts } from '#domain/ranking/account-reach/queries-account-filters.ts'
import type { Db } from '#store/db.ts'
import { type DocumentRow, readTexts } from '#store/document-page.ts'
import { defineList } from '#store/lists/define.ts'
import type { DocumentList } from '#store/lists/document-list.ts'
import { contains, tagged, whether } from '#store/lists/filters.ts'
import { conditionsOf } from '#store/lists/page-statement.ts'
import { isoTimestamp } from '#store/session.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { inNpsGroup, type NpsGroup } from '#vocabulary/nps.ts'
import { contactTable } from './table.ts'

type ContactListQuery = Static<(typeof contacts.listContacts)['query']>

/** The expression of the index `contact_text`; implied by the filter, apart from line breaks in the text. */
const textIndex = (org: string, pattern: string) => sql`
  array[org_id] @> array[${org}] and (coalesce(name, '') || E'\\n' || coalesce(email, '') || E'\\n'
    || coalesce(company->>'name', '')) ilike ${pattern}`

/** One identity has both, where both are given. */
const hasIdentity = (org: string, { provider, external_id }: { provider?: string; external_id?: string }) =>
  sql`id in (select contact_id from contact_identity where ${allOf([
    sql`org_id = ${org}`,
    provider ? sql`provider = ${provider}` : undefined,
    external_id ? sql`external_id = ${external_id}` : undefined,
  ])})`

const ofCompany = (name: string) =>
  sql`(lower(company->>'name') = lower(${name}) or lower(company->>'domain') = lower(${name}))`

const inGroups = (groups: readonly NpsGroup[]) =>
  raw(`(${groups.map((group) => inNpsGroup(group, 'nps_score')).join(' or ')})`)

const hasFeedback = (org: string): Sql => sql`exists (
  select 1 from feedback f where f.org_id = ${org} and f.contact_id = contact.id and f.deleted_at is null)`

const contactList = defineList<ContactListQuery>()({
  table: contactTable,
  live: raw('deleted_at is null'),
  orders: { name: { by: "lower(coalesce(name, ''))", type: 'text' } },
  filters: {
    ...customFieldFilters,
    q: contains(['name', 'email', "company->>'name'"], textIndex),
    email: (email) => sql`mailbox = mailbox(${email})`,
    provider: (_, { org, query }) => hasIdentity(org, query),
    external_id: (_, { org, query }) => (query.provider ? undefined : hasIdentity(org, query)),
    segment_id: {
      where: (id) => sql`segment_ids @> array[${id}]::uuid[]`,
      reach: 'many',
      narrowed: "segment_ids <> '{}'",
    },
    company: ofCompany,
    tag: tagged,
    nps_type: { where: inGroups, reach: 'many' },
    has_feedback: whether(hasFeedback),
    ...ofPayingContacts,
  },
})

/** What other tables know of the contacts of a page, each read once: members to append to their documents. */
const partsOfPage = (org: string) => ({
  identities: sql`
    select contact_id as id, json_agg(json_build_object('provider', provider, 'external_id', external_id)
      order by provider, external_id)::text as text
    from contact_identity where org_id = ${org} and contact_id = any(array(select id from page)) group by contact_id`,
  feedback: sql`
    select contact_id as id, count(*) || ' ' || max(occurred_at) as text
    from feedback where org_id = ${org} and contact_id = any(array(select id from page)) and deleted_at is null
    group by contact_id`,
  insights: sql`
    select contact_id as id, count(*) filter (where sentiment = 'POSITIVE')
      || ' ' || count(*) filter (where sentiment = 'NEGATIVE')
      || ' ' || count(*) filter (where sentiment = 'NEUTRAL') as text
    from insight where org_id = ${org} and contact_id = any(array(select id from page)) and live group by contact_id`,
})
type Part = keyof ReturnType<typeof partsOfPage>

function feedbackMembers(text: string | undefined): string {
  if (text === undefined) return ',"feedback_count":0,"last_feedback_at":null'
  const space = text.indexOf(' ')
  return `,"feedback_count":${text.slice(0, space)},"last_feedback_at":"${isoTimestamp(text.slice(space + 1))}"`
}

function insightMembers(text = '0 0 0'): string {
  const [positive, negative, neutral] = text.split(' ') as [string, string, string]
  const breakdown = `{"positive":${positive},"negative":${negative},"neutral":${neutral}}`
  return `,"insight_count":${Number(positive) + Number(negative) + Number(neutral)},"sentiment_breakdown":${breakdown}`
}

/** Completes the documents of a page. */
function closeContact(row: DocumentRow<Part>): (id: string) => string {
  const [identities, feedback, insights] = [readTexts(row.identities), readTexts(row.feedback), readTexts(row.insights)]
  return (id) => {
    const counts = feedbackMembers(feedback.get(id)) + insightMembers(insights.get(id))
    return `,"identities":${identities.get(id) ?? '[]'}${counts}`
  }
}

export const contactDocuments: DocumentList<ContactListQuery, Part> = {
  list: contactList,
  gone: { deletedAt: 'deleted_at', mergedInto: 'merged_into_id' },
  parts: partsOfPage,
  close: closeContact,
}

/** How many contacts match, counted up to `max`. */
export const countContacts = async (
  db: Db,
  org: string,
  query: ContactListQuery,
  { max, condition }: { max: number; condition: Sql | undefined },
) =>
  (await db.first<{ count: number }>(sql`
    select count(*) as count from (
      select 1 from contact where ${allOf([...conditionsOf(contactList, org, query), condition])}
      limit ${max}) matching`))!.count
