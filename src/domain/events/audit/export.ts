import { csvText } from '#contract/core/csv.ts'
import type { ReadCtx } from '#domain/context.ts'
import { type AuditEntry, type AuditFilters, type AuditPosition, listOldest } from './queries.ts'

const pageSize = 500

const columns: Record<string, (entry: AuditEntry) => string | null> = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  operation: ({ operation }) => operation,
  outcome: ({ outcome }) => outcome,
  reason: ({ reason }) => reason,
  means: ({ means }) => means,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  user_id: ({ user_id }) => user_id,
  user_name: ({ user_name }) => user_name,
  session_id: ({ session_id }) => session_id,
  address: ({ address }) => address,
  user_agent: ({ user_agent }) => user_agent,
  request_id: ({ request_id }) => request_id,
  resource_id: ({ resource_id }) => resource_id,
  change_set_id: ({ change_set_id }) => change_set_id,
  before: ({ before }) => before && JSON.stringify(before),
  after: ({ after }) => after && JSON.stringify(after),
}

const csvRow = (entry: AuditEntry) => Object.values(columns).map((valueOf) => valueOf(entry) ?? '')
const csvOf = (entries: readonly AuditEntry[]) => csvText(entries.map(csvRow))
const ndjsonOf = (entries: readonly AuditEntry[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

/** All entries that match, oldest first, read page by page while they are sent. */
export async function* auditFile(
  { db, org, accept }: ReadCtx,
  filters: AuditFilters,
  start: AuditPosition | undefined,
): AsyncGenerator<string> {
  const isCsv = accept === 'text/csv'
  if (isCsv) yield csvText([Object.keys(columns)])
  for (let from = start; ;) {
    const rows = await listOldest(db, org, filters, { limit: pageSize, from })
    const entries = rows.slice(0, pageSize).map(({ tx: _, ...entry }) => entry)
    if (entries.length) yield isCsv ? csvOf(entries) : ndjsonOf(entries)
    if (rows.length <= pageSize) return
    from = rows[pageSize - 1]
  }
}
