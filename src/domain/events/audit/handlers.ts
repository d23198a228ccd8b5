import { FileResponse } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { audit } from '#contract/resources/audit.ts'
import type { ReadCtx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import { firstIdAt } from '#store/ids.ts'
import { pageOf, readCursor } from '#store/page.ts'
import { auditFile } from './export.ts'
import { type AuditPosition, type AuditRow, findAuditPosition, listNewest, listOldest } from './queries.ts'
import { minRetentionDays } from './rules.ts'

const entryOf = ({ tx: _, ...entry }: AuditRow) => entry

export const handlers: Handlers<typeof audit> = {
  async listAuditEntries(ctx, { cursor, limit, order, after, ...filters }) {
    if (after !== undefined && order !== 'oldest') invalidField('query.after', 'needs order=oldest')
    const { db, org, cursors, accept } = ctx
    const start = order === 'oldest' ? await startPosition(ctx, cursor, after) : undefined
    if (accept === 'text/csv' || accept === 'application/x-ndjson')
      return new FileResponse(
        accept,
        accept === 'text/csv' ? 'audit.csv' : 'audit.ndjson',
        auditFile(ctx, filters, start),
      )
    const from = readCursor(cursors, cursor)?.at(-1)?.toString()
    const rows =
      order === 'oldest'
        ? await listOldest(db, org, filters, { limit, from: start })
        : await listNewest(db, org, filters, { limit, from })
    const { data, pagination } = pageOf(rows, limit, (last) =>
      cursors.write(order === 'oldest' ? [last.tx, last.id] : [last.id]),
    )
    return { data: data.map(entryOf), pagination }
  },

  /** The web app makes the file from pages that it has read; the entry is what this operation is for. */
  recordExport: async (_, facts) => facts,
}

async function startPosition(
  { db, org, cursors }: ReadCtx,
  cursor: string | undefined,
  after: string | undefined,
): Promise<AuditPosition | undefined> {
  const keys = readCursor(cursors, cursor)
  if (keys) return { tx: String(keys[0]), id: String(keys[1]) }
  if (after === undefined) return undefined
  const position = await findAuditPosition(db, org, after)
  if (position || mayHaveExpired(after)) return position
  return invalidField('query.after', 'names no entry of the audit log')
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * A reader whose last entry was deleted by the retention has read all older ones too and continues with what is left.
 */
const mayHaveExpired = (id: string) => id < firstIdAt(Date.now() - minRetentionDays * dayMs)
