import type { Db } from '#store/open.ts'
import { allOf, empty, type Sql, sql } from '#store/sql.ts'
import { liveEvidence } from './queries-evidence.ts'

export type ProjectContactRow = {
  contact_id: string
  name: string | null
  email: string | null
  company: string | null
  insight_count: number
  asked: string[]
  messaged_at: string | null
}

const maxAsked = 3

/** Live contacts of the live evidence, with the insights of each. */
const contactsOf = (org: string, project: string): Sql => sql`
  (select i.contact_id, count(*)::int as insight_count,
    (array_agg(i.name order by i.occurred_at desc, i.id desc))[1:${maxAsked}] as asked
  ${liveEvidence(org, project)} and i.contact_id is not null group by i.contact_id) e
  join contact c on c.org_id = ${org} and c.id = e.contact_id and c.deleted_at is null`

/** When a message was sent, also to a contact that was merged into this one. */
const messagedAt = (org: string, project: string): Sql => sql`
  (select max(m.created_at) from project_contact_message m
    join contact was on was.org_id = m.org_id and was.org_id = ${org} and was.id = m.contact_id
    where m.org_id = ${org} and m.project_id = ${project} and (was.id = c.id or was.merged_into_id = c.id))`

type Page = { limit?: number; after?: string | undefined }

export const listProjectContacts = (db: Db, org: string, project: string, { limit, after }: Page = {}) =>
  db.rows<ProjectContactRow>(sql`
    select c.id as contact_id, c.name, c.email, c.company->>'name' as company, e.insight_count, e.asked,
      ${messagedAt(org, project)} as messaged_at
    from ${contactsOf(org, project)}
    where ${allOf([sql`c.org_id = ${org}`, after !== undefined && sql`c.id > ${after}::uuid`])}
    order by c.id ${limit === undefined ? empty : sql`limit ${limit + 1}`}`)

export const countProjectContacts = async (db: Db, org: string, project: string) =>
  (await db.first<{ count: number }>(sql`select count(*)::int as count from ${contactsOf(org, project)}`))!.count

export type Addressee = { contact_id: string; name: string | null; email: string; asked: string[] }

export const countUnsentContacts = async (db: Db, org: string, project: string) =>
  (await db.first<{ count: number }>(sql`
    select count(*)::int as count from ${contactsOf(org, project)}
    where c.email is not null and ${messagedAt(org, project)} is null`))!.count

/** The next contacts who have not got a message. */
export const listAddressees = (db: Db, org: string, project: string, max: number) =>
  db.rows<Addressee>(sql`
    select c.id as contact_id, c.name, c.email, e.asked from ${contactsOf(org, project)}
    where c.email is not null and ${messagedAt(org, project)} is null order by c.id limit ${max}`)

export const insertContactMessages = (
  db: Db,
  org: string,
  project: string,
  { user, contacts }: { user: string; contacts: readonly string[] },
) =>
  db.run(sql`
    insert into project_contact_message (org_id, project_id, contact_id, sent_by)
    select ${org}, ${project}::uuid, contact_id, ${user} from unnest(${contacts}::uuid[]) as c (contact_id)`)

export const isContactMailAllowed = async (db: Db, org: string) =>
  (await db.first<{ contact_mail: boolean }>(sql`select contact_mail from organization where id = ${org}`))
    ?.contact_mail ?? false
