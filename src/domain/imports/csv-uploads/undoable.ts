import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/** The tables that an import writes to and the columns of theirs that it may change, in the order in which they are taken back. */
export const undoable: Record<string, readonly string[]> = {
  survey_response: [],
  nps_response: ['score', 'contact_id', 'survey_id', 'feedback_id', 'tags', 'responded_at'],
  support_ticket: [
    'subject', 'body', 'status', 'priority', 'channel', 'contact_id', 'assignee_name', 'company', 'url', 'csat_score', 'csat_comment', 'opened_at', 'resolved_at', 'tags', 'custom_fields',
    'feedback_id',
  ],
  feedback: [
    'source_type', 'title', 'content', 'rating_value', 'rating_min', 'rating_max', 'contact_id', 'url', 'tags', 'metadata', 'occurred_at', 'words_hash',
  ],
  survey: [],
  contact: ['name', 'email', 'phone', 'title', 'country', 'language', 'company', 'attributes', 'tags'],
}

/** Where a piece of feedback stands has a row of its own. */
const standing = ['status', 'skip_reason', 'language']

/** Where all of an object is read. */
export const wholeOf = (kind: string) => raw(kind === 'feedback' ? 'feedback_item' : kind)

export type Effect = { kind: string; object_id: string; made: boolean }

export const effectsLeft = (db: Db, org: string, upload: string, kind: string, limit: number) =>
  db.rows<Effect>(sql`
    select kind, object_id, before is null as made from csv_effect
    where org_id = ${org} and upload_id = ${upload} and kind = ${kind} order by object_id limit ${limit}`)

export const countEffects = async (db: Db, org: string, upload: string) =>
  (await db.first<{ count: number }>(sql`select count(*) as count from csv_effect where org_id = ${org} and upload_id = ${upload}`))!.count

export const forget = (db: Db, org: string, upload: string, kind: string, ids: readonly string[]) =>
  db.run(sql`delete from csv_effect where org_id = ${org} and upload_id = ${upload} and kind = ${kind} and object_id = any(${ids}::uuid[])`)

/** Whose words go back to what they were after the analysis read the others: they are to be read again. */
export const readSince = async (db: Db, org: string, upload: string, ids: readonly string[]) =>
  (await db.rows<{ id: string }>(sql`
    select f.id from csv_effect e join feedback_item f on f.org_id = ${org} and f.id = e.object_id and f.deleted_at is null
    where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = 'feedback' and e.object_id = any(${ids}::uuid[]) and f.content = e.after->>'content'
      and e.before->>'content' <> e.after->>'content' and f.status <> e.after->>'status'`)).map((row) => row.id)

/** Fields that still are as the import left them become what they were before it; what somebody changed since stays. */
export async function restore(db: Db, org: string, upload: string, kind: string, ids: readonly string[]) {
  const effects = sql`
    from csv_effect e
    where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = ${kind} and e.object_id = any(${ids}::uuid[]) and e.before is not null and e.after is not null and t.org_id = ${org}`
  const isFeedback = kind === 'feedback'
  await db.run(sql`${putBack(kind, undoable[kind]!, !isFeedback)} ${effects} and t.id = e.object_id and t.deleted_at is null`)
  if (!isFeedback) return
  await db.run(sql`
    ${putBack('feedback_standing', standing, true)} ${effects} and t.feedback_id = e.object_id
      and exists (select 1 from feedback f where f.org_id = ${org} and f.id = t.feedback_id and f.deleted_at is null)`)
}

function putBack(table: string, columns: readonly string[], stamped: boolean) {
  const [names, values] = [columns, columns.map((name) => `r.${name}`)]
  return sql`
    update ${raw(table)} t set (${raw([...names, ...(stamped ? ['updated_at'] : [])].join(', '))}) = (
      select ${raw([...values, ...(stamped ? ['now()'] : [])].join(', '))} from jsonb_populate_record(t, (
        select coalesce(jsonb_object_agg(a.key, e.before->a.key), '{}') from jsonb_each(e.after) a
        where a.key = any(${columns}) and a.value is distinct from e.before->a.key and to_jsonb(t)->a.key is not distinct from a.value)) r)`
}
