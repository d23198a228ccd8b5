import pg from 'pg'

/** application_name of the pools that serve requests and of those that run jobs. */
export const poolNames = { web: 'earshot', worker: 'earshot-worker' }

const timestamptz = 1184
const int8 = 20
const numeric = 1700
const date = 1082
const timestamp = 1114

/** '2026-11-15 03:07:46.1+00' (PostgreSQL, UTC) → '2026-11-15T03:07:46.100Z', without a Date in between. */
export function isoTimestamp(text: string): string {
  const dot = text.indexOf('.')
  const end = text.length - 3
  const millis = dot < 0 ? '000' : text.slice(dot + 1, Math.min(dot + 4, end)).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}

const asText = (text: string) => text
const parsers: Record<number, (text: string) => unknown> = {
  [timestamptz]: isoTimestamp,
  [int8]: Number,
  [numeric]: Number,
  [date]: asText,
  [timestamp]: asText,
}

export const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export const sessionSettings = {
  timezone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '5s',
  default_transaction_isolation: 'read committed',
  // PostgreSQL assumes that a third of a table changed since a time it does not know, and would start workers for a
  // scan of no rows, which takes longer than the whole request; only scans of millions of rows are worth that.
  parallel_setup_cost: '100000',
}
/** How long the driver waits where statements set a longer limit than the session's, such as those of the demo. */
export const longQueryTimeoutMs = 125_000
export type SessionSettings = typeof sessionSettings

/** Settings of one transaction, for connections whose session belongs to a pooler. */
export const transactionSettings = ({ default_transaction_isolation, ...settings }: SessionSettings) =>
  [
    `begin isolation level ${default_transaction_isolation}`,
    ...Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`),
  ].join('; ')

export const sessionOptions = (settings: SessionSettings) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replaceAll(' ', '\\ ')}`)
    .join(' ')
