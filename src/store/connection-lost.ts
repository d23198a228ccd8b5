/** Shut down, crashed, starting, not writable after a failover, or without a place for another connection. */
const sqlStates = /^(08...|57P0[123]|25006|53300)$/
/** System codes of a connection that cannot be made or ended. */
export const connectionErrorCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** A missing file has the code of a missing socket. */
const connectionCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** The driver gives these no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether a statement failed because the database was away, and not because of the statement. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', syscall = '', message = '' } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  return (
    sqlStates.test(code) || (connectionCalls.has(syscall) && connectionErrorCodes.has(code)) || messages.test(message)
  )
}
