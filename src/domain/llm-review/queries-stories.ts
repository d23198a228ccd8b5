import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Without a project: the story is gone or was written already. */
export type WaitingStory = { id: string; project_id: string | null; digest: Buffer }

export const listWaitingStories = (db: Db, org: string, limit: number) =>
  db.rows<WaitingStory>(sql`
    select t.resource_id as id, s.project_id, s.evidence_digest as digest from language_model_task t
    left join evidence_story s on s.org_id = ${org} and s.id = t.resource_id and s.engine = 'extractive'
      and s.status = 'ready'
    where t.org_id = ${org} and t.kind = 'evidence_story' and not t.done order by t.resource_id limit ${limit}`)
