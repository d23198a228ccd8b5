import type { Static } from 'typebox'
import type { Survey, surveys } from '#contract/resources/surveys.ts'
import type { Db } from '#store/open.ts'
import { after, containing, type Key, type Order, orderBy, instantOf, syncUntil } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import type { Asked } from './answer-rules.ts'
import type { Status } from './status.ts'

export type Item = Static<typeof Survey>
export type Wanted = Static<(typeof surveys.listSurveys)['query']>
export type QuestionRow = Asked & { survey_id: string; position: number }
export type SurveyRow = Omit<Item, 'questions' | 'question_count' | 'public_url' | 'completion_rate'> & {
  completed_count: number
  link_key: string | null
  sort_key: string
  sync_until: string
}

const newest: Order = { by: 'id', type: 'uuid', descending: true }
const byTitle: Order = { by: 'lower(title)', type: 'text', descending: false }
const byChange: Order = { by: 'updated_at', type: 'timestamptz', descending: true }
const orders: Record<NonNullable<Wanted['sort']>, Order> = {
  '-created_at': newest,
  created_at: { ...newest, descending: false },
  title: byTitle,
  '-title': { ...byTitle, descending: true },
  '-updated_at': byChange,
}
export const orderOf = (wanted: Wanted): Order =>
  wanted.updated_since ? { ...byChange, descending: false } : orders[wanted.sort ?? '-created_at']

const shown = (which: Sql) => sql`
  select s.id, s.title, s.description, s.status, s.language, s.thank_you, s.source, s.external_id, s.starts_at, s.ends_at, s.tags, s.created_at, s.updated_at,
    r.response_count, r.completed_count, r.last_response_at, l.key as link_key
  from (${which}) s
  cross join lateral (select count(*) as response_count, count(*) filter (where completed) as completed_count, max(created_at) as last_response_at
    from survey_response r where r.org_id = s.org_id and r.survey_id = s.id and r.deleted_at is null) r
  left join lateral (select key from survey_link l where l.org_id = s.org_id and l.survey_id = s.id and l.revoked_at is null order by l.id limit 1) l on true`

export const surveyById = (db: Db, org: string, id: string) =>
  db.first<SurveyRow>(shown(sql`select * from survey where org_id = ${org} and id = ${id}`))

/** The sort key comes back as text, so that it returns in a cursor exactly as it was. */
export const pageOfSurveys = (db: Db, org: string, wanted: Wanted, keys: readonly Key[] | undefined) => {
  const order = orderOf(wanted)
  const key = order.by === 'updated_at' ? raw('iso(updated_at)') : raw(`(${order.by})::text`)
  return db.rows<SurveyRow>(sql`
    select s.*, ${key} as sort_key, ${syncUntil}
    from (${shown(sql`
      select * from survey where ${allOf([sql`org_id = ${org}`, ...conditions(wanted), after(order, keys)])}
      order by ${orderBy(order)} limit ${wanted.limit + 1}`)}) s
    order by ${orderBy(order)}`)
}

const conditions = (w: Wanted): (Sql | undefined)[] => [
  w.status
    ? sql`status = any(${w.status})`
    : w.include_archived || w.updated_since
      ? undefined
      : raw("status <> 'archived'"),
  w.q ? sql`(title ilike ${containing(w.q)} or description ilike ${containing(w.q)})` : undefined,
  w.source && sql`source = any(${w.source})`,
  w.tag && sql`tags && ${w.tag}`,
  w.created_after ? sql`created_at >= ${instantOf(w.created_after)}` : undefined,
  w.created_before ? sql`created_at < ${instantOf(w.created_before)}` : undefined,
  w.updated_since ? sql`updated_at >= ${instantOf(w.updated_since)}` : undefined,
]

const questionColumns = raw('id, survey_id, key, type, text, required, options, scale, position, "analyze"')

/** In their order. */
export const questionsOf = (db: Db, org: string, surveys: readonly string[]) =>
  db.rows<QuestionRow>(sql`
    select ${questionColumns} from survey_question where org_id = ${org} and survey_id = any(${surveys}::uuid[]) and deleted_at is null order by survey_id, position, id`)

/** Also those that were taken out, for the answers they once got. */
export const everyQuestionOf = (db: Db, org: string, survey: string) =>
  db.rows<QuestionRow & { deleted: boolean }>(sql`
    select ${questionColumns}, deleted_at is not null as deleted from survey_question where org_id = ${org} and survey_id = ${survey} order by position, id`)

export type Held = {
  id: string
  status: Status
  source: string
  language: string | null
  starts_at: string | null
  ends_at: string | null
}
const heldColumns = raw('id, status, source, language, starts_at, ends_at')

/** Nobody answers it meanwhile. */
export const holdSurvey = (db: Db, org: string, id: string) =>
  db.first<Held>(sql`select ${heldColumns} from survey where org_id = ${org} and id = ${id} for update`)

/** Others may answer too, but nobody changes its questions meanwhile. */
export const surveyToAnswer = (db: Db, org: string, id: string) =>
  db.first<Held>(sql`select ${heldColumns} from survey where org_id = ${org} and id = ${id} for key share`)

export const isKnown = async (db: Db, org: string, id: string) =>
  (await db.first(sql`select 1 from survey where org_id = ${org} and id = ${id}`)) !== undefined

export const hasResponses = async (db: Db, org: string, survey: string) =>
  (await db.first(sql`select 1 from survey_response where org_id = ${org} and survey_id = ${survey} limit 1`)) !==
  undefined
