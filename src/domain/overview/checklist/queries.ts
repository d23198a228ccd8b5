import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type ChecklistFacts = {
  has_data: boolean
  triaged: number
  has_project: boolean
  has_key: boolean
  may_use_api: boolean
  has_invited: boolean
}

/** What this person has done; only the data is that of the organization. Counts stop at what is needed. */
export const getChecklistFacts = async (db: Db, org: string, user: string) =>
  (await db.first<ChecklistFacts>(sql`
    select exists (select 1 from feedback where org_id = ${org} and deleted_at is null) as has_data,
      (select count(*) from (
        select 1 from feedback_triage
        where org_id = ${org} and triaged_by = ${user} and state <> 'snoozed' limit 5) t) as triaged,
      exists (select 1 from project_insight where org_id = ${org} and assigned_by = ${user}) as has_project,
      exists (select 1 from api_key where org_id = ${org} and user_id = ${user} and revoked_at is null
        and client_id is null) as has_key,
      exists (select 1 from organization o join membership m on m.org_id = o.id and m.user_id = ${user}
        where o.id = ${org} and o.api_enabled
          and case m.role when 'admin' then o.api_admins when 'member' then o.api_members else false end
      ) as may_use_api,
      exists (select 1 from invitation where org_id = ${org} and invited_by = ${user}) as has_invited`))!
