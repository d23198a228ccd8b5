import type { Static } from 'typebox'
import type { Interview, interviews } from '#contract/resources/interviews.ts'
import type { Segment } from '#engine/transcript/segment.ts'
import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { isOneOf } from '#domain/sources/feedback/under-way.ts'
import type { Person } from './compose.ts'

export type Item = Static<typeof Interview>
export type Wanted = Partial<Static<(typeof interviews.listInterviews)['query']>> & { limit: number }
type Row = Omit<Item, 'participants'> & { participants: Person[] }
export type InterviewRow = Row & { deleted_at: string | null; sort_key: string; sync_until: string }

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byDate: Order = { by: 'occurred_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  '-interview_date': byDate,
  interview_date: { ...byDate, descending: false },
}
export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since
    ? { by: 'updated_at', type: 'timestamptz', descending: false }
    : orders[wanted.sort ?? '-created_at']

/** Some interviews as the contract shows them. */
const shown = (which: Sql) => sql`
  select f.id, f.id as feedback_id, coalesce(f.title, 'Interview') as title, i.interview_date, f.contact_id, i.participants, i.role_guessed, i.interviewer_ids, i.transcript_format, f.language,
    i.duration_seconds, i.word_count, i.segment_count, i.summary, f.tags, f.url as recording_url, f.source, f.external_id,
    f.occurred_at, f.created_at, f.updated_at, f.deleted_at,
    case when f.status in ('analyzed', 'skipped') then 'ready' when f.status = 'failed' then 'failed' else 'processing' end as status,
    case when f.status = 'failed' then 'ANALYSIS_FAILED' end as error_code,
    case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'email', c.email) end as contact,
    (select count(*) from insight x where x.org_id = f.org_id and x.feedback_id = f.id and x.live) as insight_count
  from (${which}) f join interview i on i.org_id = f.org_id and i.id = f.id
  left join contact c on c.org_id = f.org_id and c.id = f.contact_id and c.deleted_at is null`

export const interviewById = async (db: Db, org: string, id: string): Promise<Item | undefined> => {
  const row = await db.first<InterviewRow>(
    shown(sql`select * from feedback_item where org_id = ${org} and id = ${id} and deleted_at is null`),
  )
  return row && itemOf(row)
}

export const itemOf = ({
  deleted_at: _,
  sort_key: __,
  sync_until: ___,
  ...row
}: InterviewRow & { occurred_at?: string }): Item => {
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

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfInterviews = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  const key = order.by === 'id' ? raw("''") : raw(`iso(${order.by})`)
  return db.rows<InterviewRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${shown(sql`
      select * from feedback_item feedback where ${allOf([sql`org_id = ${org}`, ...conditions(org, wanted), after(order, keys)])}
      order by ${orderBy(order)} limit ${wanted.limit + 1}`)}) s
    order by ${orderBy(order)}`)
}
const stages = { processing: ['received', 'queued'], ready: ['analyzed', 'skipped'], failed: ['failed'] }

const conditions = (org: string, w: Wanted): (Sql | undefined)[] => [
  raw("source_type = 'interview'"),
  sql`exists (select 1 from interview i where i.org_id = ${org} and i.id = feedback.id)`,
  w.updated_since && w.include_deleted ? undefined : raw('deleted_at is null'),
  w.status && isOneOf(w.status.flatMap((status) => stages[status])),
  w.source && sql`source = any(${w.source})`,
  w.tag && sql`tags && ${w.tag}`,
  w.contact_id ? sql`contact_id = ${w.contact_id}` : undefined,
  w.segment_id
    ? sql`contact_id in (select id from contact c where c.org_id = ${org} and c.segment_ids @> array[${w.segment_id}]::uuid[] and c.deleted_at is null)`
    : undefined,
  w.q ? sql`(title ilike ${containing(w.q)} or content ilike ${containing(w.q)})` : undefined,
  w.interview_after ? sql`occurred_at >= ${instantOf(w.interview_after)}` : undefined,
  w.interview_before ? sql`occurred_at < ${instantOf(w.interview_before)}` : undefined,
  w.created_after ? sql`created_at >= ${instantOf(w.created_after)}` : undefined,
  w.created_before ? sql`created_at < ${instantOf(w.created_before)}` : undefined,
  w.updated_since ? sql`updated_at >= ${instantOf(w.updated_since)}` : undefined,
]

export type Held = {
  id: string
  content: string
  contact_id: string | null
  participants: Person[]
  interviewer_ids: string[]
}

/** Nobody else changes it until the transaction ends. */
export const holdInterview = (db: Db, org: string, id: string) =>
  db.first<Held>(sql`
    select f.id, f.content, f.contact_id, i.participants, i.interviewer_ids
    from feedback f join interview i on i.org_id = f.org_id and i.id = f.id
    where f.org_id = ${org} and f.id = ${id} and f.deleted_at is null for no key update of f`)

export type PlacedSegment = Segment & { index: number }
const columns = raw('place as index, speaker, start_ms, end_ms, text')

export const segmentsOf = (db: Db, org: string, id: string) =>
  db.rows<PlacedSegment>(
    sql`select ${columns} from interview_segment where org_id = ${org} and interview_id = ${id} order by place`,
  )

export const pageOfSegments = (db: Db, org: string, id: string, limit: number, after: number) =>
  db.rows<PlacedSegment>(sql`
    select ${columns} from interview_segment where org_id = ${org} and interview_id = ${id} and place > ${after} order by place limit ${limit + 1}`)

export const segmentAt = (db: Db, org: string, id: string, place: number) =>
  db.first<PlacedSegment>(
    sql`select ${columns} from interview_segment where org_id = ${org} and interview_id = ${id} and place = ${place}`,
  )

/** Names of the interview’s contact and of those who asked, to know them again among the speakers. */
export const namesOf = (db: Db, org: string, contact: string | null, interviewers: readonly string[]) =>
  db.rows<{ user_id: string | null; name: string | null }>(sql`
    select null as user_id, c.name from contact c where c.org_id = ${org} and c.id = ${contact}
    union all
    select m.user_id, u.name from membership m join app_user u on u.id = m.user_id
    where m.org_id = ${org} and m.user_id = any(${interviewers}::text[]) and m.status = 'active'`)

/** Whether there ever was this interview, deleted or not. */
export const wasInterview = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from interview where org_id = ${org} and id = ${id}`)) !== undefined
