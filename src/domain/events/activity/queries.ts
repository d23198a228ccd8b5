import type { Output } from '#contract/core/route.ts'
import type { settings } from '#contract/resources/settings.ts'
import type { Db } from '#store/open.ts'
import { allOf, sql } from '#store/sql.ts'

type ActivityEntry = Output<(typeof settings)['listActivity']>['data'][number]
type ActivityQuery = Partial<Record<'user_id' | 'operation' | 'resource_id' | 'before', string | undefined>> & {
  limit: number
}

export const listActivity = (db: Db, org: string, { limit, user_id, operation, resource_id, before }: ActivityQuery) =>
  db.rows<ActivityEntry>(sql`
    select e.id, e.operation, e.type as event, json_build_object('type', e.actor_type, 'id', e.actor_id) as actor,
      e.user_id, u.name as user_name, e.request_id, e.resource_id, e.change_set_id, e.created_at
    from event e left join app_user u on u.id = e.user_id
    where ${allOf([
      sql`e.org_id = ${org}`,
      user_id !== undefined && sql`e.user_id = ${user_id}`,
      operation !== undefined && sql`e.operation = ${operation}`,
      resource_id !== undefined && sql`e.resource_id = ${resource_id}`,
      before !== undefined && sql`e.id < ${before}::uuid`,
    ])} order by e.id desc limit ${limit + 1}`)
