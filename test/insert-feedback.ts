import type { Db } from '#store/open.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'

type FeedbackInput = {
  content: string
  source?: string
  source_type?: string
  contact_id?: string | null
  url?: string
  language?: string
}

/** Inserts feedback as the sources do, without queueing an analysis job. */
export async function insertFeedback(
  db: Pick<Db, 'run'>,
  org: string,
  { content, source = 'api', source_type = 'feedback', contact_id = null, url, language }: FeedbackInput,
): Promise<string> {
  const id = newId()
  await db.run(sql`
    insert into feedback (org_id, id, source, source_type, content, contact_id, url)
    values (${org}, ${id}, ${source}, ${source_type}, ${content}, ${contact_id}, ${url ?? null})`)
  await db.run(
    sql`insert into feedback_state (org_id, feedback_id, language) values (${org}, ${id}, ${language ?? null})`,
  )
  return id
}

/** Items queued for analysis, oldest first. */
export const listQueuedFeedback = (db: Pick<Db, 'rows'>, org: string, limit: number) =>
  db.rows<{ id: string }>(
    sql`select feedback_id as id from feedback_state where org_id = ${org} and status = 'queued'
      order by feedback_id limit ${limit}`,
  )
