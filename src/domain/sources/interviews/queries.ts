import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Interview } from '#contract/resources/interview-shapes.ts'
import type { Db } from '#store/open.ts'
import {
  after,
  containing,
  createdWithin,
  hasTag,
  type Key,
  type Order,
  orderBy,
  instantOf,
  syncUntil,
} from '#store/page.ts'
import { allOf, assignments, raw, type Sql, sql } from '#store/sql.ts'
import { windowedPage } from '#store/windowed-page.ts'
import { storedStatusIn } from '#domain/sources/feedback/queries-status.ts'
import { textIndex } from '#domain/sources/feedback/queries-text.ts'
import { contactReference, inSegment, isInSegment } from '#domain/sources/contacts/queries.ts'
import type { ComposedInterview, Participant } from './compose.ts'

export type InterviewView = Static<typeof Interview>
export type InterviewListQuery = Partial<Static<(typeof interviews.listInterviews)['query']>> & { limit: number }
export type InterviewRow = Omit<InterviewView, 'participants'> & {
  participants: Pick<Participant, 'speaker' | 'role' | 'contact_id'>[]
} & { deleted_at: string | null; sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byDate: Order = { by: 'occurred_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<InterviewListQuery['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-interview_date': byDate,
  interview_date: { ...byDate, descending: false },
}
export const orderOf = (query: InterviewListQuery): Order =>
  query.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[query.sort ?? '-created_at']

/** Interviews in the form of the contract. */
const interviewSelect = (org: string, items: Sql) => sql`
  select f.id, f.id as feedback_id, coalesce(f.title, 'Interview') as title, i.interview_date, f.contact_id,
    i.participants, i.role_guessed, i.interviewer_ids, i.transcript_format, f.language, i.duration_seconds,
    i.word_count, i.segment_count, i.summary, f.tags, f.url as recording_url, f.source, f.external_id, f.occurred_at,
    f.created_at, f.updated_at, f.deleted_at,
    case when f.status in ('analyzed', 'skipped') then 'ready' when f.status = 'failed' then 'failed'
      else 'processing' end as status,
    case when f.status = 'failed' then 'ANALYSIS_FAILED' end as error_code, ${contactReference},
    (select count(*) from insight x where x.org_id = f.org_id and x.org_id = ${org} and x.feedback_id = f.id
      and x.live) as insight_count
  from (${items}) f join interview i on i.org_id = f.org_id and i.org_id = ${org} and i.id = f.id
  left join contact c on c.org_id = f.org_id and c.org_id = ${org} and c.id = f.contact_id and c.deleted_at is null`

export const findInterview = async (db: Db, org: string, id: string): Promise<InterviewView | undefined> => {
  const row = await db.first<InterviewRow>(
    interviewSelect(org, sql`select * from feedback_item where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && toInterview(row)
}

export const toInterview = ({
  deleted_at: _,
  sort_key: __,
  sync_until: ___,
  ...row
}: InterviewRow & { occurred_at?: string }): InterviewView => {
  const { occurred_at: ____, ...item } = row
  return {
    ...item,
    participants: row.participants.map(({ speaker, role, contact_id }) => ({
      speaker,
      role,
      name: speaker,
      contact_id,
    })),
  }
}

/** The sort key is read as text, so that a cursor holds it without loss of precision. */
export const listInterviews = (db: Db, org: string, query: InterviewListQuery, keys: readonly Key[] | undefined) => {
  const order = orderOf(query)
  const key = order.by === 'id' ? raw("''") : raw(`iso(${order.by})`)
  return db.rows<InterviewRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${interviewSelect(org, pageQuery(org, query, order, keys))}) s
    order by ${orderBy(order)}`)
}

function pageQuery(org: string, query: InterviewListQuery, order: Order, keys: readonly Key[] | undefined): Sql {
  const scope = [sql`org_id = ${org}`, ...state(query), after(order, keys)]
  const limit = sql`${query.limit + 1}`
  if (!needsWindow(query))
    return sql`
      select * from feedback_item feedback where ${allOf([...scope, ...conditions(org, query)])}
      order by ${orderBy(order)} limit ${limit}`
  const { segment_id, ...others } = query
  const filters = conditions(org, others)
  const page = windowedPage({
    table: 'feedback',
    scope,
    filters: [...filters, segment_id ? isInSegment(org, segment_id) : undefined],
    farFilters: [
      ...filters,
      segment_id ? inSegment(org, segment_id) : undefined,
      query.q ? textIndex(org, containing(query.q)) : undefined,
    ],
    order,
    limit,
  })
  return sql`select * from feedback_item where org_id = ${org} and id = any(array(select id from (${page}) page))`
}

/** Filters that many or few interviews may match; those on the state are in a table of its own. */
const needsWindow = ({ q, tag, segment_id, ...f }: InterviewListQuery) =>
  !(f.status ?? f.updated_since ?? f.contact_id) &&
  [q, tag, segment_id, ...(f.sort?.endsWith('interview_date') ? [] : [f.interview_after, f.interview_before])].some(
    Boolean,
  )

const statusesByStage = { processing: ['received', 'queued'], ready: ['analyzed', 'skipped'], failed: ['failed'] }

/** What the index of an order has or begins at. */
const state = (query: InterviewListQuery): (Sql | undefined)[] => [
  raw("source_type = 'interview'"),
  query.updated_since && query.include_deleted ? undefined : raw('deleted_at is null'),
  ...createdWithin(query),
  query.updated_since ? sql`updated_at >= ${instantOf(query.updated_since)}` : undefined,
  ...(query.sort?.endsWith('interview_date') ? heldWithin(query) : []),
]

const heldWithin = ({ interview_after, interview_before }: InterviewListQuery): (Sql | undefined)[] => [
  interview_after ? sql`occurred_at >= ${instantOf(interview_after)}` : undefined,
  interview_before ? sql`occurred_at < ${instantOf(interview_before)}` : undefined,
]

const conditions = (org: string, query: InterviewListQuery): (Sql | undefined)[] => [
  sql`exists (select 1 from interview i where i.org_id = ${org} and i.id = feedback.id)`,
  query.status && storedStatusIn(query.status.flatMap((status) => statusesByStage[status])),
  query.source && sql`source = any(${query.source})`,
  query.tag && hasTag(org, query.tag),
  query.contact_id ? sql`contact_id = ${query.contact_id}` : undefined,
  query.segment_id ? inSegment(org, query.segment_id) : undefined,
  query.q ? sql`(title ilike ${containing(query.q)} or content ilike ${containing(query.q)})` : undefined,
  ...heldWithin(query),
]

export type LockedInterview = {
  id: string
  source: string
  content: string
  contact_id: string | null
  participants: Participant[]
  interviewer_ids: string[]
}

/** Version 0.1 stored `confirmed` as `told`. */
type StoredParticipant = Omit<Participant, 'confirmed'> & { confirmed?: boolean; told?: boolean }
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

export type NewInterview = Omit<ComposedInterview, 'content'> & {
  id: string
  interview_date: string
  interviewer_ids: readonly string[]
  transcript_format: string | null
}

export const insertInterview = (db: Db, org: string, { participants, ...row }: NewInterview) =>
  db.run(sql`
    insert into interview (org_id, id, interview_date, participants, role_guessed, interviewer_ids, transcript_format,
      duration_seconds, word_count, segment_count)
    values (${org}, ${row.id}, ${row.interview_date}, ${JSON.stringify(participants)}::jsonb, ${row.role_guessed},
      ${row.interviewer_ids}, ${row.transcript_format}, ${row.duration_seconds}, ${row.word_count},
      ${row.segment_count})`)

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
export const listKnownNames = (db: Db, org: string, contact: string | null, interviewers: readonly string[]) =>
  db.rows<{ user_id: string | null; name: string | null }>(sql`
    select null as user_id, c.name from contact c where c.org_id = ${org} and c.id = ${contact}
    union all
    select m.user_id, u.name from membership m join app_user u on u.id = m.user_id
    where m.org_id = ${org} and m.user_id = any(${interviewers}::text[]) and m.status = 'active'`)

/** Deleted ones too. */
export const interviewExists = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from interview where org_id = ${org} and id = ${id}`)) !== undefined
