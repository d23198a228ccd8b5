import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { patternOf } from './queries-copies.ts'

type CommentText = { id: string; body: string }
type About = { objects: readonly string[]; strong: readonly string[] }

/** Comments on the objects, and those with one of the values. */
export const lockCommentsAbout = (db: Db, org: string, { objects, strong }: About) =>
  db.rows<CommentText>(sql`
    select id, body from comment
    where org_id = ${org} and (object_id = any(${objects}::uuid[]) or body ~* ${patternOf(strong)})
    order by id for no key update`)

export const updateCommentTexts = (db: Db, org: string, rows: readonly CommentText[]) =>
  db.run(sql`
    update comment c set body = x.body, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, body text)
    where c.org_id = ${org} and c.id = x.id`)
