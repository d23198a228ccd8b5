import type { ChangedRow } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { recordWrites } from '#store/table/record-writes.ts'
import { type TicketRow, ticketTable } from './table.ts'

const writes = recordWrites(ticketTable)

/** Inserts in key order, so that two batches of the same rows wait instead of deadlocking. Returns the new ids. */
export const insertTickets = async (db: Db, org: string, rows: readonly TicketRow[]): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        insert into support_ticket (org_id, ${writes.names})
        select ${org}, ${writes.inserted}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
        order by source, source_name, external_id, id
        on conflict (org_id, source, source_name, external_id) where deleted_at is null do nothing returning id`)
    ).map((row) => row.id),
  )

/** Locks the stored tickets that rows refer to, and says which would change. */
export const findExistingTickets = (db: Db, org: string, rows: readonly TicketRow[]) =>
  db.rows<ChangedRow>(sql`
    select x.id as input_id, s.id, (${writes.stored}) is distinct from (${writes.next}) as changed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    join support_ticket s on s.org_id = ${org} and s.source = x.source and s.source_name = x.source_name
      and s.external_id = x.external_id and s.deleted_at is null
    order by s.id for no key update of s`)

export const updateExistingTickets = (db: Db, org: string, rows: readonly TicketRow[]) =>
  db.run(sql`
    update support_ticket s set ${writes.assigned}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) ${writes.recordset}
    where s.org_id = ${org} and s.id = x.id`)

/** For tickets whose messages changed, so that a delta export includes them. */
export const touchTickets = (db: Db, org: string, ids: readonly string[]) =>
  db.run(sql`update support_ticket set updated_at = now() where org_id = ${org} and id = any(${ids}::uuid[])`)
