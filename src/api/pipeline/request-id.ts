import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const ours = /^[A-Za-z0-9._-]{1,64}$/
const start = randomBytes(6).toString('hex')
let count = 0

/** Unique among all processes by its start, inside one by its count; nobody needs to be unable to guess it. */
export const newRequestId = () => `${start}-${(++count).toString(36)}`

/** The caller's own id when it is fit for a log line. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ours.test(given) ? given : newRequestId()
}
