import type { Db } from './db.ts'
import type { DatabaseOptions } from './open.ts'
import { sessionSettings } from './session.ts'
import { sql } from './sql.ts'

export const poolerHint =
  'a connection pooler such as PgBouncer in transaction mode gives each session away after a transaction: set ' +
  'NAMED_STATEMENTS=off'

/** SQLSTATE of a prepared statement that another client of the same session made, or did not make. */
const lostStatement = new Set(['26000', '42P05'])
export const isLostStatement = (code: string | undefined) => code !== undefined && lostStatement.has(code)

/** A pooler refuses settings at the start of a session, unless it is configured to ignore them. */
export const isRefusedByPooler = ({ code, message = '' }: { code?: string; message?: string }) =>
  code === '08P01' && message.includes('unsupported startup parameter')

/** Whether a session has the settings that it was started with; a pooler drops them. */
export async function keepsSettings(db: Db, { session }: DatabaseOptions): Promise<boolean> {
  const { lock_timeout: expected } = { ...sessionSettings, ...session }
  const row = await db.first<{ matches: boolean }>(sql`
    select current_setting('lock_timeout')::interval = ${expected}::interval as matches`)
  return row!.matches
}
