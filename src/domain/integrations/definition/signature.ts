import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/* What the signature schemes of the providers share; a signature is verified over the raw bytes. */

export type Headers = Readonly<Record<string, string | string[] | undefined>>
export type SignatureRefusal = {
  ok: false
  reason: 'missing_signature' | 'bad_signature' | 'missing_timestamp' | 'stale_timestamp'
  detail: string
}
/** `deliveryId` is the sender's id, `digest` the hash of what was signed. */
export type SignatureVerdict = { ok: true; deliveryId: string | null; digest: Buffer } | SignatureRefusal
export type VerifyInput = {
  secrets: readonly string[]
  headers: Headers
  body: Buffer
  /** Where it was sent, as the sender knows it; part of what some providers sign. */
  url?: string
  now: Date
  signature?: 'any' | 'standard' | 'sha256'
}

const refusals: Record<SignatureRefusal['reason'], string> = {
  missing_signature: 'The signature headers are missing or malformed.',
  bad_signature: 'The signature does not match the secret.',
  missing_timestamp: 'The delivery has no timestamp.',
  stale_timestamp: 'The timestamp is too old or in the future.',
}
export const refuse = (reason: SignatureRefusal['reason']): SignatureRefusal => ({
  ok: false,
  reason,
  detail: refusals[reason],
})

export const headerValue = (headers: Headers, name: string) =>
  typeof headers[name] === 'string' ? headers[name] : undefined
export const hex = (text: string | undefined) =>
  text !== undefined && /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined
export const base64 = (text: string | undefined) =>
  text !== undefined && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : undefined
export const prefixed = (text: string | undefined, prefix: string) =>
  text?.startsWith(prefix) ? text.slice(prefix.length) : undefined

const hmac = (algorithm: 'sha1' | 'sha256', key: string | Buffer, parts: readonly (string | Buffer)[]) =>
  parts.reduce((h, part) => h.update(part), createHmac(algorithm, key)).digest()

/** Compares every secret with every signature, so that the time it takes reveals nothing. */
function matches(signatures: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let found = false
  for (const sent of signatures)
    for (const own of expected) if (sent.length === own.length && timingSafeEqual(sent, own)) found = true
  return found
}

export const isWithinTolerance = (time: number, now: Date, seconds: number) =>
  Number.isFinite(time) && Math.abs(now.getTime() - time) <= seconds * 1000

type Scheme = {
  signatures: readonly (Buffer | undefined)[]
  signed: readonly (string | Buffer)[]
  algorithm?: 'sha1' | 'sha256'
  key?: (secret: string) => string | Buffer
  deliveryId?: string | undefined
}

export function check(
  { secrets }: VerifyInput,
  { signatures, signed, algorithm = 'sha256', key = (secret) => secret, deliveryId }: Scheme,
): SignatureVerdict {
  const sent = signatures.filter((signature) => signature !== undefined)
  if (sent.length === 0) return refuse('missing_signature')
  if (
    !matches(
      sent,
      secrets.map((secret) => hmac(algorithm, key(secret), signed)),
    )
  )
    return refuse('bad_signature')
  const digest = signed
    .reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256'))
    .digest()
  return { ok: true, deliveryId: deliveryId?.slice(0, 200) || null, digest }
}

/** For signed timestamps: only a delivery with a valid signature learns that it is stale. */
export function checkTimed(
  input: VerifyInput,
  { time, toleranceSeconds }: { time: number; toleranceSeconds: number },
  scheme: Scheme,
): SignatureVerdict {
  const verdict = check(input, scheme)
  if (!verdict.ok) return verdict
  return isWithinTolerance(time, input.now, toleranceSeconds) ? verdict : refuse('stale_timestamp')
}

const isoTimestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
export const isoToMs = (text: string) => (isoTimestampPattern.test(text) ? Date.parse(text) : NaN)
export const unixSecondsToMs = (text: string) => (/^\d{9,11}$/.test(text) ? Number(text) * 1000 : NaN)

type SentAt = { header: string; toMs: (text: string) => number; toleranceSeconds: number }
/** For deliveries with a header that says when they were sent and is signed too. */
export function checkTimedBy(
  input: VerifyInput,
  { header, toMs, toleranceSeconds }: SentAt,
  schemeOf: (time: string) => Scheme,
): SignatureVerdict {
  const time = headerValue(input.headers, header)
  return time === undefined
    ? refuse('missing_signature')
    : checkTimed(input, { time: toMs(time), toleranceSeconds }, schemeOf(time))
}

/** The key of a Standard Webhooks secret is its base64 part; any other secret is its own key. */
export function standardKey(secret: string): Buffer {
  const encoded = prefixed(secret, 'whsec_')
  return base64(encoded) ?? Buffer.from(secret)
}
