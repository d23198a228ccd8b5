import type { Static } from 'typebox'
import type { alerts } from '#contract/resources/alerts.ts'
import type { Db } from '#store/open.ts'
import { assignments, allOf, raw, sql } from '#store/sql.ts'

export type AlertRow = Static<(typeof alerts)['createAlert']['result']>
export type DueAlert = AlertRow & { org_id: string }

const columns = raw(
  'id, name, metric, filter, condition, cooldown_hours, enabled, last_triggered_at, created_by, created_at, updated_at',
)

export const listAlerts = (db: Db, org: string, limit: number, after: string | undefined) =>
  db.rows<AlertRow>(sql`
    select ${columns} from alert
    where ${allOf([sql`org_id = ${org} and deleted_at is null`, after !== undefined && sql`id < ${after}::uuid`])}
    order by id desc limit ${limit + 1}`)

type NewAlert = Pick<AlertRow, 'id' | 'name' | 'metric' | 'filter' | 'condition' | 'cooldown_hours' | 'enabled'> & {
  user: string
}

export const insertAlert = async (db: Db, org: string, a: NewAlert) =>
  (await db.first<AlertRow>(sql`
    insert into alert (org_id, id, name, metric, filter, condition, cooldown_hours, enabled, created_by)
    values (${org}, ${a.id}, ${a.name}, ${a.metric}, ${JSON.stringify(a.filter)}::jsonb,
      ${JSON.stringify(a.condition)}::jsonb, ${a.cooldown_hours}, ${a.enabled}, ${a.user}) returning ${columns}`))!

export const updateAlert = (db: Db, org: string, id: string, changes: Record<string, unknown>) =>
  db.first<AlertRow>(
    sql`
      update alert set ${assignments(changes)}, updated_at = now()
      where org_id = ${org} and id = ${id} and deleted_at is null returning ${columns}`,
  )

export const deleteAlert = (db: Db, org: string, id: string) =>
  db.run(
    sql`
      update alert set deleted_at = coalesce(deleted_at, (select now())), updated_at = now()
      where org_id = ${org} and id = ${id}`,
  )

/** Enabled alerts of all organizations whose cooldown is over. */
export const listDueAlerts = (db: Db) =>
  db.rows<DueAlert>(sql`
    select org_id, ${columns} from alert
    where enabled and deleted_at is null
      and (last_triggered_at is null or last_triggered_at <= now() - make_interval(hours => cooldown_hours))
    order by org_id, id`)

/** No row when another worker triggered it meanwhile or it was disabled. */
export const markTriggered = (db: Db, org: string, { id, last_triggered_at }: AlertRow) =>
  db.first<AlertRow>(sql`
    update alert set last_triggered_at = now() where org_id = ${org} and id = ${id} and enabled and deleted_at is null
      and last_triggered_at is not distinct from ${last_triggered_at}::timestamptz returning ${columns}`)
