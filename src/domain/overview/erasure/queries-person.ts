import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* The contacts of a person, their records, and everything that names them. */

/** Ids of the records that belong to the contacts. */
export type OwnRecords = {
  feedback: string[]
  tickets: string[]
  npsResponses: string[]
  surveyResponses: string[]
  /** All interviews in which they speak; `feedback` has those that are about them. */
  interviews: string[]
  insights: string[]
}

const idsOf = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id)

/** In the order of their ids, so that two runs lock in the same order. */
export async function listOwnRecords(db: Db, org: string, contacts: readonly string[]): Promise<OwnRecords> {
  const own = sql`contact_id = any(${contacts}::uuid[])`
  const tickets = await idsOf(db.rows(sql`select id from support_ticket where org_id = ${org} and ${own} order by id`))
  const npsResponses = await idsOf(
    db.rows(sql`select id from nps_response where org_id = ${org} and ${own} order by id`),
  )
  const surveyResponses = await idsOf(
    db.rows(sql`select id from survey_response where org_id = ${org} and ${own} order by id`),
  )
  const feedback = await idsOf(
    db.rows(sql`
      select id from feedback where org_id = ${org} and ${own}
      union select feedback_id from support_ticket where org_id = ${org} and ${own} and feedback_id is not null
      union select feedback_id from nps_response where org_id = ${org} and ${own} and feedback_id is not null
      union select feedback_id from survey_answer
        where org_id = ${org} and response_id = any(${surveyResponses}::uuid[]) and feedback_id is not null
      order by 1`),
  )
  const interviews = await idsOf(
    db.rows(sql`
      select i.id from interview i where i.org_id = ${org} and (i.id = any(${feedback}::uuid[]) or exists (
        select 1 from jsonb_to_recordset(i.participants) as p (contact_id uuid)
        where p.contact_id = any(${contacts}::uuid[])))
      order by i.id`),
  )
  const insights = await idsOf(
    db.rows(sql`
      select id from insight where org_id = ${org} and ${own}
      union select id from insight where org_id = ${org} and feedback_id = any(${feedback}::uuid[])
      union select insight_id from quote
        where org_id = ${org} and feedback_id = any(${feedback}::uuid[]) and is_representative
      order by 1`),
  )
  return { feedback, tickets, npsResponses, surveyResponses, interviews, insights }
}

type ContactRow = {
  name: string | null
  email: string | null
  phone: string | null
  company: Record<string, unknown> | null
  attributes: Record<string, unknown>
}

export const listContactFields = (db: Db, org: string, contacts: readonly string[]) =>
  db.rows<ContactRow>(sql`
    select name, email, phone, company, attributes from contact
    where org_id = ${org} and id = any(${contacts}::uuid[])`)

export const listExternalIds = (db: Db, org: string, contacts: readonly string[]) =>
  db.rows<{ external_id: string }>(sql`
    select external_id from contact_identity where org_id = ${org} and contact_id = any(${contacts}::uuid[])`)

type NamedPerson = { name: string | null; email: string | null }

/** Names and addresses that records of the person give. */
export async function listNamesInRecords(db: Db, org: string, contacts: readonly string[], own: OwnRecords) {
  const insights = await db.rows<NamedPerson>(sql`
    select distinct user_name as name, user_email as email from insight
    where org_id = ${org} and contact_id = any(${contacts}::uuid[])`)
  const messages = await db.rows<NamedPerson>(sql`
    select distinct author_name as name, author_email as email from support_message
    where org_id = ${org} and ticket_id = any(${own.tickets}::uuid[]) and author_type = 'customer'`)
  const speakers = await db.rows<NamedPerson>(sql`
    select distinct p.speaker as name, null as email from interview i
    cross join lateral jsonb_to_recordset(i.participants) as p (speaker text, role text, contact_id uuid)
    where i.org_id = ${org} and i.id = any(${own.interviews}::uuid[]) and (p.contact_id = any(${contacts}::uuid[])
      or p.contact_id is null and p.role = 'customer' and i.id = any(${own.feedback}::uuid[]))`)
  return [...insights, ...messages, ...speakers]
}

/** Of merged contacts the one that remains has the others' records. Until the commit, nothing can refer to them. */
export const lockContactsToErase = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`select 1 from contact where org_id = ${org} and id = any(${ids}::uuid[]) order by id for update`)

/** Quotes and names of the insights. */
export const listOwnPhrases = async (db: Db, org: string, insights: readonly string[]) =>
  (
    await db.rows<{ phrase: string }>(sql`
      select name as phrase from insight where org_id = ${org} and id = any(${insights}::uuid[])
      union select quote from insight where org_id = ${org} and id = any(${insights}::uuid[]) and quote is not null`)
  ).map(({ phrase }) => phrase)

type SharedText = { feedback_id: string; text: string }
type Authorship = { contacts: readonly string[]; emails: readonly string[]; authors: readonly string[] }

/** What the person said in feedback of others: messages in tickets and chat threads, parts of interviews. */
export async function listSharedTexts(db: Db, org: string, { contacts, emails, authors }: Authorship) {
  const messages = await db.rows<SharedText>(sql`
    select t.feedback_id, m.body as text from support_message m
    join support_ticket t on t.org_id = m.org_id and t.org_id = ${org} and t.id = m.ticket_id
    where m.org_id = ${org} and m.author_type = 'customer' and t.feedback_id is not null
      and lower(m.author_email) = any(${emails.map((email) => email.toLowerCase())}::text[])`)
  const threads = await db.rows<SharedText>(sql`
    select f.id as feedback_id, m.body as text from thread_message m
    join feedback f on f.org_id = m.org_id and f.org_id = ${org} and f.integration_id = m.integration_id
      and f.metadata->>'thread_ts' = m.thread
    where m.org_id = ${org} and m.author = any(${authors}::text[])`)
  const speech = await db.rows<SharedText>(sql`
    select i.id as feedback_id, s.text from interview i
    cross join lateral jsonb_to_recordset(i.participants) as p (speaker text, contact_id uuid)
    join interview_segment s on s.org_id = ${org} and s.interview_id = i.id and s.speaker = p.speaker
    where i.org_id = ${org} and p.contact_id = any(${contacts}::uuid[])`)
  return [...messages, ...threads, ...speech]
}

/** Insights of the feedback with their quotes. */
export const listQuotesIn = (db: Db, org: string, feedback: readonly string[]) =>
  db.rows<SharedText & { insight_id: string }>(sql`
    select feedback_id, insight_id, text from quote
    where org_id = ${org} and feedback_id = any(${feedback}::uuid[]) and not redacted`)
