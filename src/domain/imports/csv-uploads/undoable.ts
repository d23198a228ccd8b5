import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

type Part = { table: string; key: string; columns: readonly string[]; stamped: boolean }
/** `whole`: where all of an object is read; what an import may change of it stands in one table or in several. */
type Undoable = { whole: string; parts: readonly Part[] }

const inOneTable = (table: string, columns: readonly string[] = []): Undoable => ({
  whole: table,
  parts: [{ table, key: 'id', columns, stamped: true }],
})

/** What an import writes, in the order in which it is taken back. */
export const undoable: Record<string, Undoable> = {
  survey_response: inOneTable('survey_response'),
  nps_response: inOneTable('nps_response', ['score', 'contact_id', 'survey_id', 'feedback_id', 'tags', 'responded_at']),
  support_ticket: inOneTable('support_ticket', [
    'subject',
    'body',
    'status',
    'priority',
    'channel',
    'contact_id',
    'assignee_name',
    'company',
    'url',
    'csat_score',
    'csat_comment',
    'opened_at',
    'resolved_at',
    'tags',
    'custom_fields',
    'feedback_id',
  ]),
  feedback: {
    whole: 'feedback_item',
    parts: [
      {
        table: 'feedback',
        key: 'id',
        stamped: false,
        columns: [
          'source_type',
          'title',
          'content',
          'rating_value',
          'rating_min',
          'rating_max',
          'contact_id',
          'url',
          'tags',
          'metadata',
          'occurred_at',
          'content_hash',
        ],
      },
      { table: 'feedback_state', key: 'feedback_id', stamped: true, columns: ['status', 'skip_reason', 'language'] },
    ],
  },
  survey: inOneTable('survey'),
  contact: inOneTable('contact', [
    'name',
    'email',
    'phone',
    'title',
    'country',
    'language',
    'company',
    'attributes',
    'tags',
  ]),
}

export type Effect = { kind: string; object_id: string; made: boolean }

export const effectsLeft = (db: Db, org: string, upload: string, kind: string, limit: number) =>
  db.rows<Effect>(sql`
    select kind, object_id, before is null as made from csv_import_change
    where org_id = ${org} and upload_id = ${upload} and kind = ${kind} order by object_id limit ${limit}`)

export const countEffects = async (db: Db, org: string, upload: string) =>
  (await db.first<{ count: number }>(
    sql`select count(*) as count from csv_import_change where org_id = ${org} and upload_id = ${upload}`,
  ))!.count

export const forget = (db: Db, org: string, upload: string, kind: string, ids: readonly string[]) =>
  db.run(
    sql`delete from csv_import_change where org_id = ${org} and upload_id = ${upload} and kind = ${kind} and object_id = any(${ids}::uuid[])`,
  )

/** Whose words go back to what they were after the analysis read the others: they are to be read again. */
export const readSince = async (db: Db, org: string, upload: string, ids: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
    select f.id from csv_import_change e join feedback_item f on f.org_id = ${org} and f.id = e.object_id and f.deleted_at is null
    where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = 'feedback' and e.object_id = any(${ids}::uuid[]) and f.content = e.after->>'content'
      and e.before->>'content' <> e.after->>'content' and f.status <> e.after->>'status'`)
  ).map((row) => row.id)

/** Fields that still are as the import left them become what they were before it; what somebody changed since stays. */
export async function restore(db: Db, org: string, upload: string, kind: string, ids: readonly string[]) {
  for (const { table, key, columns, stamped } of undoable[kind]!.parts) {
    const [stamp, moment] = stamped ? [['updated_at'], ['now()']] : [[], []]
    const [names, values] = [
      [...columns, ...stamp],
      [...columns.map((name) => `r.${name}`), ...moment],
    ]
    await db.run(sql`
      update ${raw(table)} t set (${raw(names.join(', '))}) = (
        select ${raw(values.join(', '))} from jsonb_populate_record(t, (
          select coalesce(jsonb_object_agg(a.key, e.before->a.key), '{}') from jsonb_each(e.after) a
          where a.key = any(${columns}) and a.value is distinct from e.before->a.key and to_jsonb(t)->a.key is not distinct from a.value)) r)
      from csv_import_change e
      where e.org_id = ${org} and e.upload_id = ${upload} and e.kind = ${kind} and e.object_id = any(${ids}::uuid[]) and e.before is not null and e.after is not null
        and t.org_id = ${org} and t.${raw(key)} = e.object_id
        and exists (select 1 from ${raw(kind)} o where o.org_id = ${org} and o.id = e.object_id and o.deleted_at is null)`)
  }
}
