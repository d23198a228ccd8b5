import type { Static } from 'typebox'
import type { Message } from '#contract/resources/ticket-shapes.ts'
import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
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

const recordset = raw(`as x (id uuid, ticket_id uuid, external_id text, key text, author_type text, author_name text,
  author_email text, body text, is_public boolean, sent_at timestamptz)`)
const messageColumns = ['author_type', 'author_name', 'author_email', 'body', 'is_public', 'sent_at']
const nextValue = (name: string) => `coalesce(x.${name}, m.${name})`
const storedValues = raw(messageColumns.map((name) => `m.${name}`).join(', '))
const nextValues = raw(messageColumns.map(nextValue).join(', '))
const setNextValues = raw(messageColumns.map((name) => `${name} = ${nextValue(name)}`).join(', '))

export type ExistingMessage = ChangedRow & { ticket_id: string }

export const findExistingMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.rows<ExistingMessage>(sql`
    select x.id as input_id, m.ticket_id, m.id, (${storedValues}) is distinct from (${nextValues}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    join support_message m on m.org_id = ${org} and m.ticket_id = x.ticket_id and m.key = x.key`)

export const updateMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.run(sql`
    update support_message m set ${setNextValues}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}
    where m.org_id = ${org} and m.ticket_id = x.ticket_id and m.id = x.id`)

export const insertMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.run(sql`
    insert into support_message (org_id, ticket_id, id, external_id, key, author_type, author_name, author_email, body,
      is_public, sent_at)
    select ${org}, ticket_id, id, external_id, key, author_type, author_name, author_email, body, is_public,
      coalesce(sent_at, now())
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${recordset}`)

export type MessageView = Static<typeof Message>
type Author = MessageView['author']['type']
const oldest: Order = { by: 'sent_at', type: 'timestamptz', descending: false }
const columns: Sql = raw(`id, external_id,
  json_build_object('type', author_type, 'name', author_name, 'email', author_email) as author, body, is_public,
  sent_at`)

export type MessageListQuery = { limit: number; author_type?: Author[]; after?: readonly Key[] | undefined }

export const listMessages = (
  db: Db,
  org: string,
  ticket: string,
  { limit, author_type, after: keys }: MessageListQuery,
) =>
  db.rows<MessageView>(sql`
    select ${columns} from support_message
    where ${allOf([
      sql`org_id = ${org} and ticket_id = ${ticket}`,
      author_type && sql`author_type = any(${author_type})`,
      after(oldest, keys),
    ])}
    order by ${orderBy(oldest)} limit ${limit + 1}`)

export const getMessage = async (db: Db, org: string, ticket: string, id: string) =>
  (await db.first<MessageView>(
    sql`select ${columns} from support_message where org_id = ${org} and ticket_id = ${ticket} and id = ${id}`,
  ))!

/** The messages of customers, oldest first. */
export const listCustomerMessages = (db: Db, org: string, tickets: readonly string[]) =>
  db.rows<{ ticket_id: string; body: string }>(sql`
    select ticket_id, body from support_message
    where org_id = ${org} and ticket_id = any(${tickets}::uuid[]) and author_type = 'customer'
    order by ticket_id, sent_at, id`)
