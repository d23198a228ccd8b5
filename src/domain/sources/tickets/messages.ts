import type { Static } from 'typebox'
import type { Message } from '#contract/resources/tickets.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'

export type MessageRow = {
  id: string
  ticket_id: string
  external_id: string | null
  key: string
  author_type: string
  author_name: string | null
  author_email: string | null
  body: string
  is_public: boolean
  sent_at: string | null
}

const recordset =
  raw(`as x (id uuid, ticket_id uuid, external_id text, key text, author_type text, author_name text, author_email text, body text, is_public boolean,
  sent_at timestamptz)`)
const fields = ['author_type', 'author_name', 'author_email', 'body', 'is_public', 'sent_at']
const next = (name: string) => `coalesce(x.${name}, m.${name})`
const asIs = raw(fields.map((name) => `m.${name}`).join(', '))
const asGiven = raw(fields.map(next).join(', '))
const changes = raw(fields.map((name) => `${name} = ${next(name)}`).join(', '))

export type Stored = { given: string; ticket_id: string; id: string; result: 'created' | 'updated' | 'unchanged' }

/** Adds what is new and mends what reads otherwise now; whoever calls holds the tickets. */
export async function storeMessages(db: Db, org: string, rows: readonly MessageRow[]): Promise<Stored[]> {
  if (rows.length === 0) return []
  const known = await db.rows<{ given: string; ticket_id: string; id: string; changed: boolean }>(sql`
    select x.id as given, m.ticket_id, m.id, (${asIs}) is distinct from (${asGiven}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join support_message m on m.org_id = ${org} and m.ticket_id = x.ticket_id and m.key = x.key`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const changed = known.filter((one) => one.changed).map((one) => ({ ...byId.get(one.given)!, id: one.id }))
  if (changed.length) await updateMessages(db, org, changed)
  for (const { given } of known) byId.delete(given)
  const fresh = [...byId.values()]
  if (fresh.length) await insertMessages(db, org, fresh)
  return [
    ...known.map(({ changed: isOther, ...one }): Stored => ({ ...one, result: isOther ? 'updated' : 'unchanged' })),
    ...fresh.map(({ id, ticket_id }): Stored => ({ given: id, id, ticket_id, result: 'created' })),
  ]
}

const updateMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.run(sql`
    update support_message m set ${changes}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset} where m.org_id = ${org} and m.ticket_id = x.ticket_id and m.id = x.id`)

const insertMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.run(sql`
    insert into support_message (org_id, ticket_id, id, external_id, key, author_type, author_name, author_email, body, is_public, sent_at)
    select ${org}, ticket_id, id, external_id, key, author_type, author_name, author_email, body, is_public, coalesce(sent_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}`)

export type MessageView = Static<typeof Message>
type Author = MessageView['author']['type']
const oldest: Order = { by: 'sent_at', type: 'timestamptz', descending: false }
const columns: Sql = raw(
  `id, external_id, json_build_object('type', author_type, 'name', author_name, 'email', author_email) as author, body, is_public, sent_at`,
)

export const pageOfMessages = (
  db: Db,
  org: string,
  ticket: string,
  { limit, author_type }: { limit: number; author_type?: Author[] },
  keys?: readonly Key[],
) =>
  db.rows<MessageView>(sql`
    select ${columns} from support_message
    where ${allOf([sql`org_id = ${org} and ticket_id = ${ticket}`, author_type && sql`author_type = any(${author_type})`, after(oldest, keys)])}
    order by ${orderBy(oldest)} limit ${limit + 1}`)

export const messageById = async (db: Db, org: string, ticket: string, id: string) =>
  (await db.first<MessageView>(
    sql`select ${columns} from support_message where org_id = ${org} and ticket_id = ${ticket} and id = ${id}`,
  ))!

/** What customers said in some tickets, first to last. */
export const customerWords = (db: Db, org: string, tickets: readonly string[]) =>
  db.rows<{ ticket_id: string; body: string }>(sql`
    select ticket_id, body from support_message
    where org_id = ${org} and ticket_id = any(${tickets}::uuid[]) and author_type = 'customer' order by ticket_id, sent_at, id`)
