import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** A row as it goes into the table; what is null is left as it was when the response is known. */
export type NewRow = {
  id: string
  score: number
  source: string
  external_id: string | null
  contact_id: string | null
  survey_id: string | null
  tags: string[] | null
  responded_at: string | null
}

const recordset = raw(
  'as x (id uuid, score smallint, source text, external_id text, contact_id uuid, survey_id uuid, tags jsonb, responded_at timestamptz)',
)
const tagsOf = 'array(select jsonb_array_elements_text(x.tags))'

/** In the order of their keys, so that two batches of the same responses wait for each other instead of deadlocking. Answers with those that were not there. */
export const insertNew = async (db: Db, org: string, rows: readonly NewRow[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
    insert into nps_response (org_id, id, score, source, external_id, contact_id, survey_id, tags, responded_at)
    select ${org}, id, score, source, external_id, contact_id, survey_id, case when tags is null then '{}' else ${raw(tagsOf)} end, coalesce(responded_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} order by source, external_id, id
    on conflict (org_id, source, external_id) where deleted_at is null do nothing returning id`)
    ).map((row) => row.id),
  )

const next = (name: string) => `coalesce(x.${name}, r.${name})`
const fields = ['score', 'contact_id', 'survey_id', 'responded_at']
const nextTags = `case when x.tags is null then r.tags else ${tagsOf} end`
const asIs = raw([...fields, 'tags'].map((name) => `r.${name}`).join(', '))
const asGiven = raw([...fields.map(next), nextTags].join(', '))
const changes = raw([...fields.map((name) => `${name} = ${next(name)}`), `tags = ${nextTags}`].join(', '))

export type Known = {
  given: string
  id: string
  changed: boolean
  contact_id: string | null
  feedback_id: string | null
  reason: string | null
}

/** Which of the rows are there already, held, what they would change, and the reason they have. */
export const compare = (db: Db, org: string, rows: readonly NewRow[]) =>
  db.rows<Known>(sql`
    select x.id as given, r.id, (${asIs}) is distinct from (${asGiven}) as changed, r.contact_id, f.id as feedback_id, f.content as reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join nps_response r on r.org_id = ${org} and r.source = x.source and r.external_id = x.external_id and r.deleted_at is null
    left join feedback f on f.org_id = r.org_id and f.id = r.feedback_id and f.deleted_at is null
    order by r.id for no key update of r`)

export const updateKnown = (db: Db, org: string, rows: readonly NewRow[]) =>
  db.run(sql`
    update nps_response r set ${changes}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} where r.org_id = ${org} and r.id = x.id`)

export const linkFeedback = (db: Db, org: string, links: readonly { id: string; feedback_id: string }[]) =>
  db.run(sql`
    update nps_response r set feedback_id = l.feedback_id, updated_at = now()
    from unnest(${links.map((one) => one.id)}::uuid[], ${links.map((one) => one.feedback_id)}::uuid[]) as l (id, feedback_id)
    where r.org_id = ${org} and r.id = l.id and r.feedback_id is distinct from l.feedback_id`)

/** The reason's feedback says the same of who, when and how high as the response does. */
export const alignFeedback = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    with aligned as (update feedback f set contact_id = r.contact_id, rating_value = r.score, rating_min = 0, rating_max = 10, occurred_at = r.responded_at, tags = r.tags
    from nps_response r where r.org_id = ${org} and r.id = any(${ids}::uuid[]) and f.org_id = r.org_id and f.id = r.feedback_id
      and (f.contact_id, f.rating_value, f.occurred_at, f.tags) is distinct from (r.contact_id, r.score::double precision, r.responded_at, r.tags) returning f.id)
    update feedback_state s set updated_at = now() from aligned where s.org_id = ${org} and s.feedback_id = aligned.id`)

/** A response whose reason changed has changed. */
export const touch = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update nps_response set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)
