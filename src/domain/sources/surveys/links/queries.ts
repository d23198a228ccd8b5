import { deleteKeyEntry, insertKeyEntry } from '#domain/access/keys/queries-directory.ts'
import { newPublishableKey } from '#domain/access/keys/rules.ts'
import type { Settings } from '#domain/context.ts'
import type { SurveyWindow } from '#domain/sources/surveys/rules.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { raw, sql } from '#store/sql.ts'

/* Links to a survey, each with a publishable key. */

export type LinkRow = {
  id: string
  survey_id: string
  name: string
  key: string
  allowed_origins: string[]
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
}
const columns = raw('id, survey_id, name, key, allowed_origins, last_used_at, revoked_at, created_at')

export const insertLink = async (
  db: Db,
  org: string,
  { keyPrefix }: Settings,
  link: { survey_id: string; name: string; allowed_origins: readonly string[] },
): Promise<LinkRow> => {
  const key = newPublishableKey(keyPrefix)
  const [row] = await pipelined(db, [
    db.first<LinkRow>(sql`
      insert into survey_link (org_id, id, survey_id, name, key, allowed_origins)
      values (${org}, ${newId()}, ${link.survey_id}, ${link.name}, ${key}, ${link.allowed_origins})
      returning ${columns}`),
    insertKeyEntry(db, org, 'survey_link', key),
  ])
  return row!
}

export const listLinks = (
  db: Db,
  org: string,
  survey: string,
  { limit, after }: { limit: number; after: string | undefined },
) =>
  db.rows<LinkRow>(sql`
    select ${columns} from survey_link
    where org_id = ${org} and survey_id = ${survey} and (${after ?? null}::uuid is null or id < ${after ?? null}::uuid)
    order by id desc limit ${limit + 1}`)

/** Keeps the time at which it was first revoked. */
export async function revokeLink(db: Db, org: string, survey: string, id: string): Promise<LinkRow | undefined> {
  const link = await db.first<LinkRow>(sql`
    update survey_link set revoked_at = coalesce(revoked_at, (select now()))
    where org_id = ${org} and survey_id = ${survey} and id = ${id} returning ${columns}`)
  if (link) await deleteKeyEntry(db, org, link.key)
  return link
}

export type LinkedSurvey = SurveyWindow & {
  org: string
  organization: string
  link_id: string
  allowed_origins: string[]
  id: string
  title: string
  description: string | null
  thank_you: string | null
  language: string | null
}
const surveyColumns = raw(`s.id, s.title, s.description, s.thank_you, s.language, s.status, s.starts_at, s.ends_at`)

/** The survey of a link that is not revoked, unless it is a draft. */
export const findSurveyOfLink = (db: Db, org: string, key: string) =>
  db.first<LinkedSurvey>(sql`
    select l.org_id as org, o.name as organization, l.id as link_id, l.allowed_origins, ${surveyColumns}
    from survey_link l join survey s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.survey_id
    join organization o on o.id = l.org_id
    where l.org_id = ${org} and l.key = ${key} and l.revoked_at is null and s.status <> 'draft'`)

/** A survey of any status, as if it had a link. */
export const findPreview = (db: Db, org: string, id: string) =>
  db.first<LinkedSurvey>(sql`
    select s.org_id as org, o.name as organization, s.id as link_id, '{}'::text[] as allowed_origins, ${surveyColumns}
    from survey s join organization o on o.id = s.org_id where s.org_id = ${org} and s.id = ${id}`)

/** At most once a minute. */
export const touchLink = (db: Db, org: string, id: string) =>
  db.run(sql`
    update survey_link set last_used_at = now()
    where org_id = ${org} and id = ${id}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`)
