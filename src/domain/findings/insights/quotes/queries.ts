import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'
import { quoteJson } from '#domain/findings/insights/queries.ts'

export type QuoteRow = {
  id: string
  text: string
  feedback_id: string | null
  verified: boolean
  is_representative: boolean
  redacted: boolean
}
export type NewQuote = {
  id: string
  insight_id: string
  feedback_id: string | null
  text: string
  start_offset: number | null
  end_offset: number | null
  speaker: string | null
  verified: boolean
  is_representative: boolean
}

export const insertQuote = (db: Db, org: string, q: NewQuote) =>
  db.run(sql`
    insert into quote (org_id, id, insight_id, feedback_id, text, start_offset, end_offset, speaker, verified,
      is_representative)
    values (${org}, ${q.id}, ${q.insight_id}, ${q.feedback_id}, ${q.text}, ${q.start_offset}, ${q.end_offset},
      ${q.speaker}, ${q.verified}, ${q.is_representative})`)

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
