import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type ChecklistFacts = { has_data: boolean; triaged: number; has_project: boolean; has_api: boolean; people: number }

/** Counts stop at what the checklist needs to know. */
export const getChecklistFacts = async (db: Db, org: string) =>
  (await db.first<ChecklistFacts>(sql`
    select exists (select 1 from feedback where org_id = ${org} and deleted_at is null) as has_data,
      (select count(*) from (
        select 1 from feedback_triage where org_id = ${org} and state <> 'snoozed' limit 5) t) as triaged,
      exists (select 1 from project_insight where org_id = ${org}) as has_project,
      exists (select 1 from organization o join api_key k on k.org_id = o.id
        where o.id = ${org} and o.api_enabled and k.revoked_at is null) as has_api,
      (select count(*) from (
        select 1 from membership where org_id = ${org} and status = 'active' limit 2) m) as people`))!
