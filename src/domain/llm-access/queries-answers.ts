import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Answers by the hash of what was asked. */

export const listAnswers = async (db: Db, org: string, hashes: readonly string[]): Promise<Map<string, object>> =>
  new Map(
    (
      await db.rows<{ hash: string; answer: object }>(sql`
        select hash, answer from language_model_answer where org_id = ${org} and hash = any(${hashes}::text[])`)
    ).map(({ hash, answer }) => [hash, answer]),
  )

export const insertAnswers = (db: Db, org: string, answers: readonly { hash: string; answer: object }[]) =>
  db.run(sql`
    insert into language_model_answer (org_id, hash, answer)
    select ${org}, x.hash, x.answer
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as x (hash text, answer jsonb)
    on conflict do nothing`)

export const deleteAnswers = (db: Db, org: string) =>
  db.run(sql`delete from language_model_answer where org_id = ${org}`)
