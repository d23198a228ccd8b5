import { deleteKeyEntry, findOrganizationOfKey, insertKeyEntry } from '#domain/access/keys/queries-directory.ts'
import { newPublishableKey } from '#domain/access/keys/rules.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import { assignments, raw, sql } from '#store/sql.ts'

export type WidgetRow = {
  id: string
  name: string
  key: string
  allowed_origins: string[]
  heading: string | null
  ask_email: boolean
  last_used_at: string | null
  revoked_at: string | null
  created_at: string
  updated_at: string
}
const columns = raw(
  'id, name, key, allowed_origins, heading, ask_email, last_used_at, revoked_at, created_at, updated_at',
)

type WidgetFields = { name: string; allowed_origins: string[]; heading: string | null; ask_email: boolean }

export const insertWidget = async (db: Db, org: string, keyPrefix: string, w: WidgetFields): Promise<WidgetRow> => {
  const key = newPublishableKey(keyPrefix)
  const [row] = await pipelined(db, [
    db.first<WidgetRow>(sql`
      insert into feedback_widget (org_id, id, name, key, allowed_origins, heading, ask_email)
      values (${org}, ${newId()}, ${w.name}, ${key}, ${w.allowed_origins}, ${w.heading}, ${w.ask_email})
      returning ${columns}`),
    insertKeyEntry(db, org, 'feedback_widget', key),
  ])
  return row!
}

type WidgetPage = { limit: number; after: string | undefined }

export const listWidgets = (db: Db, org: string, { limit, after }: WidgetPage) =>
  db.rows<WidgetRow>(sql`
    select ${columns} from feedback_widget
    where org_id = ${org} and (${after ?? null}::uuid is null or id < ${after ?? null}::uuid)
    order by id desc limit ${limit + 1}`)

export const countActiveWidgets = async (db: Db, org: string): Promise<number> =>
  (await db.first<{ count: number }>(sql`
    select count(*)::int as count from feedback_widget where org_id = ${org} and revoked_at is null`))!.count

export const findWidget = (db: Db, org: string, id: string) =>
  db.first<WidgetRow>(sql`select ${columns} from feedback_widget where org_id = ${org} and id = ${id}`)

export const updateWidget = (db: Db, org: string, id: string, change: Partial<WidgetFields>) =>
  db.first<WidgetRow>(sql`
    update feedback_widget set ${assignments(change)}, updated_at = now()
    where org_id = ${org} and id = ${id} and revoked_at is null returning ${columns}`)

/** Keeps the time at which it was first revoked. */
export async function revokeWidget(db: Db, org: string, id: string): Promise<WidgetRow | undefined> {
  const widget = await db.first<WidgetRow>(sql`
    update feedback_widget set revoked_at = coalesce(revoked_at, (select now()))
    where org_id = ${org} and id = ${id} returning ${columns}`)
  if (widget) await deleteKeyEntry(db, org, widget.key)
  return widget
}

export type PublicWidget = Pick<WidgetRow, 'id' | 'name' | 'key' | 'allowed_origins' | 'heading' | 'ask_email'> & {
  org: string
}

/** The widget of a key that is not revoked. */
export async function findWidgetByKey(db: Db, key: string): Promise<PublicWidget | undefined> {
  const org = await findOrganizationOfKey(db, 'feedback_widget', key)
  if (org === undefined) return undefined
  return db.first<PublicWidget>(sql`
    select org_id as org, id, name, key, allowed_origins, heading, ask_email from feedback_widget
    where org_id = ${org} and key = ${key} and revoked_at is null`)
}

/** At most once a minute. */
export const touchWidget = (db: Db, org: string, id: string) =>
  db.run(sql`
    update feedback_widget set last_used_at = now()
    where org_id = ${org} and id = ${id}
      and (last_used_at is null or last_used_at < now() - interval '1 minute')`)
