import type { firstRun } from '#contract/resources/setup.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type Facts = { has_data: boolean; triaged: number; has_project: boolean; has_api: boolean; people: number }
const enoughTriaged = 5

export const handlers: Handlers<Pick<typeof firstRun, 'getChecklist'>, Ctx> = {
  async getChecklist({ db, org }) {
    const { has_data, triaged, has_project, has_api, people } = (await readFacts(db, org))!
    return {
      items: [
        { key: 'data', done: has_data, count: null },
        { key: 'inbox', done: triaged >= enoughTriaged, count: triaged },
        { key: 'project', done: has_project, count: null },
        { key: 'api', done: has_api, count: null },
        { key: 'team', done: people > 1, count: people },
      ],
    }
  },
}

/** Nothing is counted further than the list needs. */
const readFacts = (db: Db, org: string) =>
  db.first<Facts>(sql`
    select exists (select 1 from feedback where org_id = ${org} and deleted_at is null) as has_data,
      (select count(*) from (select 1 from feedback_triage where org_id = ${org} and state <> 'snoozed' limit 5) t) as triaged,
      exists (select 1 from project_insight where org_id = ${org}) as has_project,
      exists (select 1 from organization o join api_key k on k.org_id = o.id where o.id = ${org} and o.api_enabled and k.revoked_at is null) as has_api,
      (select count(*) from (select 1 from membership where org_id = ${org} and status = 'active' limit 2) m) as people`)
