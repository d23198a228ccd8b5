import { evidenceDigest } from '#domain/planning/projects/queries-evidence.ts'
import type { StoryText } from '#engine/llm/write-story.ts'
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

/** Unless the evidence has changed in between. Quotes, counts and counter-evidence stay those of the analysis. */
export const updateStoryText = async (
  db: Db,
  org: string,
  { id, project_id }: WaitingStory & { project_id: string },
  { title, narrative, key_findings }: StoryText,
) =>
  (await db.run(sql`
    update evidence_story set title = ${title}, narrative = ${JSON.stringify(narrative)},
      key_findings = ${JSON.stringify(key_findings)}, engine = 'llm'
    where org_id = ${org} and id = ${id} and engine = 'extractive'
      and evidence_digest = ${evidenceDigest(org, project_id)}`)) > 0
