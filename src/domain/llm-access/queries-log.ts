import type { LanguageModelTask } from '#contract/resources/language-model.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { allOf, sql } from '#store/sql.ts'

/* What was sent. The texts are kept for 30 days, as long as the answers, the rest for 90. */

type SentRequestRow = {
  id: string
  at: string
  task: LanguageModelTask
  model: string
  point_count: number
  tokens: number
  outcome: 'answered' | 'invalid' | 'unavailable'
}
type SentTexts = { system: string | null; prompt: string | null }

export const insertSentRequest = (db: Db, org: string, sent: Omit<SentRequestRow, 'at' | 'id'> & SentTexts) =>
  db.run(sql`
    insert into language_model_request (org_id, id, task, model, point_count, tokens, outcome, system, prompt)
    values (${org}, ${newId()}, ${sent.task}, ${sent.model}, ${sent.point_count}, ${sent.tokens}, ${sent.outcome},
      ${sent.system}, ${sent.prompt})`)

type LogQuery = { limit: number; task?: readonly LanguageModelTask[] | undefined }

export const listSentRequests = (db: Db, org: string, { limit, task }: LogQuery, before?: string) =>
  db.rows<SentRequestRow>(sql`
    select id, iso(at) as at, task, model, point_count, tokens, outcome from language_model_request
    where ${allOf([
      sql`org_id = ${org}`,
      task !== undefined && sql`task = any(${task}::text[])`,
      before !== undefined && sql`id < ${before}::uuid`,
    ])} order by id desc limit ${limit + 1}`)

export const findSentRequest = (db: Db, org: string, id: string) =>
  db.first<SentRequestRow & SentTexts>(sql`
    select id, iso(at) as at, task, model, point_count, tokens, outcome, system, prompt from language_model_request
    where org_id = ${org} and id = ${id}`)

export const sumTokensToday = async (db: Db, org: string): Promise<number> =>
  (await db.first<{ tokens: number }>(sql`
    select coalesce(sum(tokens), 0)::int as tokens from language_model_request
    where org_id = ${org} and at >= date_trunc('day', now(), 'UTC')`))!.tokens

/** Texts of people who are erased may be among them. */
export const deleteSentTexts = (db: Db, org: string) =>
  db.run(sql`
    update language_model_request set system = null, prompt = null where org_id = ${org} and prompt is not null`)

/** Of all organizations; the rows stay in the log. */
export const clearSentTexts = (db: Db, { days, limit }: { days: number; limit: number }) =>
  db.run(sql`
    update language_model_request set system = null, prompt = null where (org_id, id) in (
      select org_id, id from language_model_request
      where prompt is not null and at < now() - make_interval(days => ${days}) limit ${limit})`)
