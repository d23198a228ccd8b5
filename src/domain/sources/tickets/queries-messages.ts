import type { Static } from 'typebox'
import type { TicketMessage } from '#contract/resources/ticket-shapes.ts'
import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, type Sql, sql } from '#store/sql.ts'
import { selectList } from '#store/table/define.ts'
import { textlessAssignments } from '#store/table/erase.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import { type MessageRow, messageTable, ticketTable } from './table.ts'

const writes = recordWrites(messageTable)

type ExistingMessage = ChangedRow & { ticket_id: string }

export const findExistingMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.rows<ExistingMessage>(sql`
    select x.id as input_id, s.ticket_id, s.id, (${writes.stored}) is distinct from (${writes.next}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    join support_message s on s.org_id = ${org} and s.ticket_id = x.ticket_id and s.key = x.key`)

export const updateMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.run(sql`
    update support_message s set ${writes.assigned}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    where s.org_id = ${org} and s.ticket_id = x.ticket_id and s.id = x.id`)

export const insertMessages = (db: Db, org: string, rows: readonly MessageRow[]) =>
  db.run(sql`
    insert into support_message (org_id, ${writes.names})
    select ${org}, ${writes.inserted}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}`)

type MessageView = Static<typeof TicketMessage>
type Author = MessageView['author']['type']
const oldest: Order = { by: 'sent_at', type: 'timestamptz', descending: false }
const columns: Sql = sql`${selectList(messageTable, 'm')},
  json_build_object('type', m.author_type, 'name', m.author_name, 'email', m.author_email) as author`

type MessageListQuery = { limit: number; author_type?: Author[]; after?: readonly Key[] | undefined }

export const listMessages = (
  db: Db,
  org: string,
  ticket: string,
  { limit, author_type, after: keys }: MessageListQuery,
) =>
  db.rows<MessageView>(sql`
    select ${columns} from support_message m
    where ${allOf([
      sql`org_id = ${org} and ticket_id = ${ticket}`,
      author_type && sql`author_type = any(${author_type})`,
      after(oldest, keys),
    ])}
    order by ${orderBy(oldest)} limit ${limit + 1}`)

export const getMessage = async (db: Db, org: string, ticket: string, id: string) =>
  (await db.first<MessageView>(
    sql`select ${columns} from support_message m where org_id = ${org} and ticket_id = ${ticket} and id = ${id}`,
  ))!

/** The messages of customers, oldest first. */
export const listCustomerMessages = (db: Db, org: string, tickets: readonly string[]) =>
  db.rows<{ ticket_id: string; body: string }>(sql`
    select ticket_id, body from support_message
    where org_id = ${org} and ticket_id = any(${tickets}::uuid[]) and author_type = 'customer'
    order by ticket_id, sent_at, id`)

const textless = textlessAssignments(ticketTable)

/** Of deleted tickets, which stay for delta exports. */
export async function eraseTicketTexts(db: Db, org: string, tickets: readonly string[]) {
  await db.run(sql`delete from support_message where org_id = ${org} and ticket_id = any(${tickets}::uuid[])`)
  await db.run(sql`
    update support_ticket set ${textless}, assignee_name = null
    where org_id = ${org} and id = any(${tickets}::uuid[])`)
}
