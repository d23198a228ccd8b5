import { randomFillSync } from 'node:crypto'

/** Random bytes for many ids at once: a call for sixteen costs as much as one for thousands. */
const pool = Buffer.alloc(16 * 256)
let used = pool.length
let lastMillisecond = 0
let sequence = 0

/** UUIDv7: sorts by creation, also inside one millisecond of one process, so the id serves as the page cursor. */
export function newId(now = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, (used += 16))
  if (now > lastMillisecond) {
    lastMillisecond = now
    sequence = ((bytes[6]! & 0x07) << 8) | bytes[7]!
  } else if (++sequence > 0xfff) {
    lastMillisecond += 1
    sequence = 0
  }
  const time = lastMillisecond
  bytes[0] = time / 2 ** 40
  bytes[1] = time / 2 ** 32
  bytes[2] = time / 2 ** 24
  bytes[3] = time / 2 ** 16
  bytes[4] = time / 2 ** 8
  bytes[5] = time
  bytes[6] = 0x70 | (sequence >> 8)
  bytes[7] = sequence
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The smallest UUIDv7 of a time. */
export function firstIdAt(time: number): string {
  const hex = Math.max(0, Math.floor(time)).toString(16).padStart(12, '0').slice(-12)
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

const compact = () => newId().replaceAll('-', '')
export const newOrgId = () => `org_${compact()}`
export const newUserId = () => `user_${compact()}`
