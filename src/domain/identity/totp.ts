import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/* Codes of authenticator apps: RFC 6238 with SHA-1, 30 seconds and six digits, which all apps support. */

const stepSeconds = 30
const digits = 6
/** As long as the digest, as RFC 4226 recommends. */
const secretBytes = 20
/** Clocks of phones differ by up to a step. */
const toleratedSteps = 1
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** In base32, as apps take it. */
export const newTotpSecret = (): string =>
  [...randomBytes(secretBytes).toString('hex').matchAll(/.{5}/g)]
    .flatMap(([part]) => [15, 10, 5, 0].map((shift) => base32[(Number.parseInt(part, 16) >> shift) & 31]!))
    .join('')

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

export const stepOf = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds)

export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = digest.at(-1)! & 15
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits
  return String(number).padStart(digits, '0')
}

/** The time step that a code belongs to, of those near a time. */
export function stepOfCode(secret: string, code: string, at: Date): number | undefined {
  const steps = Array.from({ length: 2 * toleratedSteps + 1 }, (_, n) => stepOf(at) + n - toleratedSteps)
  return steps.find((step) => isSame(codeOfStep(secret, step), code))
}

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** What the QR code holds. */
export function totpUri(secret: string, email: string): string {
  const query = new URLSearchParams({ secret, issuer: 'Earshot', digits: String(digits), period: String(stepSeconds) })
  return `otpauth://totp/Earshot:${encodeURIComponent(email)}?${query}`
}
