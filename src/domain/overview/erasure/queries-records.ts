import { redactedQuote } from '#domain/findings/insights/queries.ts'
import type { Db } from '#store/open.ts'
import { join, raw, sql } from '#store/sql.ts'

/* Reads and writes the texts of records, table by table; names of tables and columns come from the code. */

/** `by` finds the rows, `key` tells them apart. */
export type TextTable = { table: string; by: string; key: string; hasUpdatedAt?: boolean }
export type TextColumn = { name: string; type: 'text' | 'text[]' | 'jsonb' }
export type TextRow = { row_key: string } & Record<string, unknown>

export const lockTexts = (
  db: Db,
  org: string,
  { table, by, key }: TextTable,
  { ids, columns }: { ids: readonly string[]; columns: readonly TextColumn[] },
) => {
  const names = raw(columns.map(({ name }) => `, t.${name}`).join(''))
  return db.rows<TextRow>(sql`
    select ${raw(key)} as row_key ${names} from ${raw(table)} t
    where t.org_id = ${org} and t.${raw(by)} = any(${ids}::uuid[]) order by 1 for no key update`)
}

export const updateTexts = (
  db: Db,
  org: string,
  { table, by, key, hasUpdatedAt = false }: TextTable,
  { ids, columns, rows }: { ids: readonly string[]; columns: readonly TextColumn[]; rows: readonly TextRow[] },
) => {
  const types = raw(columns.map(({ name, type }) => `, ${name} ${type}`).join(''))
  const values = columns.map(({ name }) => raw(`${name} = x.${name}`))
  const changed = hasUpdatedAt ? [...values, raw('updated_at = now()')] : values
  return db.run(sql`
    update ${raw(table)} t set ${join(changed, ', ')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (row_key text ${types})
    where t.org_id = ${org} and t.${raw(by)} = any(${ids}::uuid[]) and ${raw(key)} = x.row_key`)
}

/** A running analysis finds its items changed; without text there is nothing to analyze. */
export async function markFeedbackErased(db: Db, org: string, ids: readonly string[], keepsText: boolean) {
  await db.run(sql`
    update feedback set content_hash = null where org_id = ${org} and id = any(${ids}::uuid[])`)
  await db.run(sql`
    update feedback_state set updated_at = now(),
      status = case when status in ('received', 'queued') and not ${keepsText}::boolean then 'skipped' else status end
    where org_id = ${org} and feedback_id = any(${ids}::uuid[])`)
}

export const clearInsightPeople = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`
    update insight set user_email = null, user_name = null,
      quote = case when quote is null then null else '[redacted]' end
    where org_id = ${org} and id = any(${ids}::uuid[])`)

export const redactQuotesOf = (db: Db, org: string, insights: readonly string[]) =>
  db.run(sql`
    update quote set ${redactedQuote}
    where org_id = ${org} and insight_id = any(${insights}::uuid[])`)

/** Quotes from feedback of the person that support an insight of others. */
export const redactQuotesFrom = (db: Db, org: string, feedback: readonly string[]) =>
  db.run(sql`
    update quote set ${redactedQuote}
    where org_id = ${org} and feedback_id = any(${feedback}::uuid[])`)

export const deleteVectorsOf = (db: Db, org: string, insights: readonly string[]) =>
  db.run(sql`delete from insight_vector where org_id = ${org} and insight_id = any(${insights}::uuid[])`)

/** Which of the insights a member of the team wrote. */
export const listManualInsights = async (db: Db, org: string, ids: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
      select id from insight where org_id = ${org} and id = any(${ids}::uuid[]) and origin = 'manual'`)
  ).map(({ id }) => id)

/** Names and addresses of the person in messages; those of the team's agents stay. */
export const clearAuthors = (db: Db, org: string, tickets: readonly string[]) =>
  db.run(sql`
    update support_message set author_name = null, author_email = null
    where org_id = ${org} and ticket_id = any(${tickets}::uuid[]) and author_type = 'customer'`)

export const clearSummaries = (db: Db, org: string, interviews: readonly string[]) =>
  db.run(sql`update interview set summary = null where org_id = ${org} and id = any(${interviews}::uuid[])`)

/** Messages of the person in tickets of others. */
export const listMessagesFrom = async (db: Db, org: string, emails: readonly string[]) =>
  (
    await db.rows<{ id: string }>(sql`
      select id from support_message
      where org_id = ${org} and author_type = 'customer'
        and lower(author_email) = any(${emails.map((email) => email.toLowerCase())}::text[])
      order by id`)
  ).map(({ id }) => id)

export const clearAuthorsOfMessages = (db: Db, org: string, messages: readonly string[]) =>
  db.run(sql`
    update support_message set author_name = null, author_email = null
    where org_id = ${org} and id = any(${messages}::uuid[])`)
