import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'
import { quoteJson } from '#domain/findings/insights/queries.ts'
import { type NewQuote, quoteTable } from '#domain/findings/insights/table.ts'
import type { RowOf } from '#store/table/define.ts'
import { insertRow } from '#store/table/insert-row.ts'

type QuoteRow = Pick<
  RowOf<typeof quoteTable>,
  'id' | 'text' | 'feedback_id' | 'verified' | 'is_representative' | 'redacted'
>
const quoteRow = insertRow(quoteTable)

export const insertQuote = (db: Db, org: string, row: NewQuote) => db.run(sql`insert into quote ${quoteRow(org, row)}`)

export const listQuotes = (db: Db, org: string, insightId: string) =>
  db.rows<QuoteRow>(sql`
    select id, text, feedback_id, verified, is_representative, redacted from quote
    where org_id = ${org} and insight_id = ${insightId} order by id`)

export const listQuotePage = (
  db: Db,
  org: string,
  insightId: string,
  { limit, after = null }: { limit: number; after?: string | null },
) =>
  db.rows<{ id: string; json: string }>(sql`
    select q.id, ${quoteJson} as json from quote q
    where q.org_id = ${org} and q.insight_id = ${insightId} and (${after}::uuid is null or q.id > ${after}::uuid)
    order by q.id limit ${limit + 1}`)

export const getQuoteJson = async (db: Db, org: string, id: string) =>
  (await db.first<{ json: string }>(
    sql`select ${quoteJson} as json from quote q where q.org_id = ${org} and q.id = ${id}`,
  ))!.json

export const updateQuote = (db: Db, org: string, id: string, columns: Record<string, unknown>) =>
  db.run(sql`update quote set ${assignments(columns)} where org_id = ${org} and id = ${id}`)

export const deleteQuote = (db: Db, org: string, id: string) =>
  db.run(sql`delete from quote where org_id = ${org} and id = ${id}`)

/** The analysis does not change an insight whose quotes a person has changed. */
export const markEdited = (db: Db, org: string, insightId: string) =>
  db.run(sql`update insight set edited_by_human = true, updated_at = now() where org_id = ${org} and id = ${insightId}`)

/** Sets the representative quote, or none, and the insight's own copy of its text. */
export async function setRepresentative(db: Db, org: string, insightId: string, quoteId: string | null) {
  await db.run(sql`
    update quote set is_representative = false
    where org_id = ${org} and insight_id = ${insightId} and is_representative and id is distinct from ${quoteId}::uuid`)
  if (quoteId) await db.run(sql`update quote set is_representative = true where org_id = ${org} and id = ${quoteId}`)
  await db.run(sql`
    update insight set updated_at = now(),
      quote = (
        select case when q.redacted then '[redacted]' else q.text end from quote q
        where q.org_id = ${org} and q.insight_id = ${insightId} and q.is_representative)
    where org_id = ${org} and id = ${insightId}`)
}

export const moveQuotes = (db: Db, org: string, from: readonly string[], to: string) =>
  db.run(sql`
    update quote set insight_id = ${to}, is_representative = false
    where org_id = ${org} and insight_id = any(${from}::uuid[])`)
