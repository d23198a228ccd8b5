import type { Static } from 'typebox'
import type { Interview } from '#contract/resources/interview-shapes.ts'
import { contactReference } from '#domain/sources/contacts/queries.ts'
import type { Db } from '#store/open.ts'
import { assignments, type Sql, sql } from '#store/sql.ts'
import { selectList } from '#store/table/define.ts'
import { insertRow } from '#store/table/insert-row.ts'
import type { ComposedInterview, Participant } from './compose.ts'
import { interviewTable, type NewInterview, type StoredParticipant } from './table.ts'

export type InterviewView = Static<typeof Interview>
export type InterviewRow = Omit<InterviewView, 'participants'> & {
  participants: StoredParticipant[]
  occurred_at: string
  deleted_at: string | null
}

const columns = selectList(interviewTable, 'i')

/** Interviews in the form of the contract. */
export const selectInterviews = (org: string, items: Sql) => sql`
  select ${columns}, f.id as feedback_id, coalesce(f.title, 'Interview') as title, f.contact_id, f.language, f.tags,
    f.url as recording_url, f.source, f.external_id, f.occurred_at, f.created_at, f.updated_at, f.deleted_at,
    case when f.status in ('analyzed', 'skipped') then 'ready' when f.status = 'failed' then 'failed'
      else 'processing' end as status,
    case when f.status = 'failed' then 'ANALYSIS_FAILED' end as error_code, ${contactReference},
    (select count(*) from insight x where x.org_id = f.org_id and x.org_id = ${org} and x.feedback_id = f.id
      and x.live) as insight_count
  from (${items}) f join interview i on i.org_id = f.org_id and i.org_id = ${org} and i.id = f.id
  left join contact c on c.org_id = f.org_id and c.org_id = ${org} and c.id = f.contact_id and c.deleted_at is null`

export const findInterview = async (db: Db, org: string, id: string): Promise<InterviewView | undefined> => {
  const row = await db.first<InterviewRow>(
    selectInterviews(org, sql`select * from feedback_item where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && toInterview(row)
}

export const toInterview = ({ deleted_at: _, occurred_at: __, ...row }: InterviewRow): InterviewView => ({
  ...row,
  participants: row.participants.map(({ speaker, role, contact_id }) => ({ speaker, role, name: speaker, contact_id })),
})

export type LockedInterview = {
  id: string
  source: string
  content: string
  contact_id: string | null
  participants: Participant[]
  interviewer_ids: string[]
}

const toParticipant = ({ told, confirmed = told ?? false, ...participant }: StoredParticipant): Participant => ({
  ...participant,
  confirmed,
})

export const lockInterview = async (db: Db, org: string, id: string): Promise<LockedInterview | undefined> => {
  // A statement that waited for a lock still sees joined rows as they were before the wait.
  await db.run(sql`select 1 from feedback where org_id = ${org} and id = ${id} for no key update`)
  const row = await db.first<Omit<LockedInterview, 'participants'> & { participants: StoredParticipant[] }>(sql`
    select f.id, f.source, f.content, f.contact_id, i.participants, i.interviewer_ids
    from feedback f join interview i on i.org_id = f.org_id and i.org_id = ${org} and i.id = f.id
    where f.org_id = ${org} and f.id = ${id} and f.deleted_at is null`)
  return row && { ...row, participants: row.participants.map(toParticipant) }
}

/** Interviews of the contacts (`own`) and those in which they speak. */
export const lockInterviewsWithContacts = async (db: Db, org: string, contacts: readonly string[]) =>
  (
    await db.rows<{ id: string; participants: StoredParticipant[]; own: boolean }>(sql`
      select i.id, i.participants, f.contact_id = any(${contacts}::uuid[]) is true as own
      from interview i join feedback f on f.org_id = i.org_id and f.org_id = ${org} and f.id = i.id
      where i.org_id = ${org} and (f.contact_id = any(${contacts}::uuid[])
        or exists (
          select 1 from jsonb_to_recordset(i.participants) as p (contact_id uuid)
          where p.contact_id = any(${contacts}::uuid[])))
      order by i.id for no key update of f, i`)
  ).map((row) => ({ ...row, participants: row.participants.map(toParticipant) }))

const interviewRow = insertRow(interviewTable)

export const insertInterview = (db: Db, org: string, row: NewInterview) =>
  db.run(sql`insert into interview ${interviewRow(org, row)}`)

type InterviewColumns = {
  interview_date?: string | undefined
  interviewer_ids?: readonly string[] | undefined
  transcript_format?: string | null
}

export const updateInterviewColumns = (db: Db, org: string, id: string, columns: InterviewColumns) =>
  db.run(sql`update interview set ${assignments(columns)} where org_id = ${org} and id = ${id}`)

export const updateParticipants = (db: Db, org: string, id: string, participants: readonly Participant[]) =>
  db.run(sql`
    update interview set participants = ${JSON.stringify(participants)}::jsonb where org_id = ${org} and id = ${id}`)

export const updateComposed = (
  db: Db,
  org: string,
  id: string,
  { participants, content: _, ...columns }: ComposedInterview,
) =>
  db.run(sql`
    update interview set participants = ${JSON.stringify(participants)}::jsonb, ${assignments(columns)}
    where org_id = ${org} and id = ${id}`)

/** Names of the contact and of the interviewers who are active members. */
export const listSpeakerNames = (db: Db, org: string, contact: string | null, interviewers: readonly string[]) =>
  db.rows<{ user_id: string | null; name: string | null }>(sql`
    select null as user_id, c.name from contact c where c.org_id = ${org} and c.id = ${contact}
    union all
    select m.user_id, u.name from membership m join app_user u on u.id = m.user_id
    where m.org_id = ${org} and m.user_id = any(${interviewers}::text[]) and m.status = 'active'`)

/** Deleted ones too. */
export const interviewExists = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from interview where org_id = ${org} and id = ${id}`)) !== undefined
