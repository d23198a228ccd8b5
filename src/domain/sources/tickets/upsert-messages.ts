import type { UpsertResult } from '#domain/sources/batch/upsert-batch.ts'
import type { Db } from '#store/open.ts'
import { findExistingMessages, insertMessages, updateMessages } from './queries-messages.ts'
import type { MessageRow } from './table.ts'

type UpsertedMessage = { ticket_id: string; id: string; result: UpsertResult }

/** Inserts new messages and updates changed ones; the caller has locked the tickets, so inserts cannot conflict. */
export async function upsertMessages(db: Db, org: string, rows: readonly MessageRow[]): Promise<UpsertedMessage[]> {
  if (rows.length === 0) return []
  const existing = await findExistingMessages(db, org, rows)
  const missing = new Map(rows.map((row) => [row.id, row]))
  const changed = existing
    .filter((message) => message.changed)
    .map((message) => ({ ...missing.get(message.input_id)!, id: message.id }))
  if (changed.length) await updateMessages(db, org, changed)
  for (const { input_id } of existing) missing.delete(input_id)
  const created = [...missing.values()]
  if (created.length) await insertMessages(db, org, created)
  return [
    ...existing.map(({ ticket_id, id, changed: isChanged }): UpsertedMessage => ({
      ticket_id,
      id,
      result: isChanged ? 'updated' : 'unchanged',
    })),
    ...created.map(({ id, ticket_id }): UpsertedMessage => ({ id, ticket_id, result: 'created' })),
  ]
}
