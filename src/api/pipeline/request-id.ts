import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const idPattern = /^[A-Za-z0-9._-]{1,64}$/
const processPrefix = randomBytes(6).toString('hex')
let count = 0

/** A random prefix per process and a counter; it need not be unpredictable. */
export const newRequestId = () => `${processPrefix}-${(++count).toString(36)}`

/** The caller's id if it is safe for a log line. */
export function requestIdOf(request: IncomingMessage): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && idPattern.test(sent) ? sent : newRequestId()
}
