import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { providerNames } from '#contract/resources/integration-shapes.ts'

/* Verifies the sender of a delivery over the raw bytes. */

export type Provider = (typeof providerNames)[number]
export type Headers = Readonly<Record<string, string | string[] | undefined>>
export type Refusal = {
  ok: false
  reason: 'missing_signature' | 'bad_signature' | 'missing_timestamp' | 'stale_timestamp'
  detail: string
}
/** `deliveryId` is the sender's id, `digest` the hash of what was signed. */
export type Verdict = { ok: true; deliveryId: string | null; digest: Buffer } | Refusal
export type VerifyInput = {
  secrets: readonly string[]
  headers: Headers
  body: Buffer
  now: Date
  signature?: 'any' | 'standard' | 'sha256'
}

/** Accepted clock difference, in seconds. */
export const toleranceSeconds = {
  zendesk: 300,
  slack: 300,
  generic: 300,
  linear: 60,
  jira: 86_400,
  intercom: 86_400,
} as const satisfies Record<Provider, number>

const refusals: Record<Refusal['reason'], string> = {
  missing_signature: 'The signature headers are missing or malformed.',
  bad_signature: 'The signature does not match the secret.',
  missing_timestamp: 'The delivery has no timestamp.',
  stale_timestamp: 'The timestamp is too old or in the future.',
}
export const refuse = (reason: Refusal['reason']): Refusal => ({ ok: false, reason, detail: refusals[reason] })

const headerValue = (headers: Headers, name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
const hex = (text: string | undefined) =>
  text !== undefined && /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined
const base64 = (text: string | undefined) =>
  text !== undefined && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : undefined
const prefixed = (text: string | undefined, prefix: string) =>
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

export const isFresh = (time: number, now: Date, seconds: number) =>
  Number.isFinite(time) && Math.abs(now.getTime() - time) <= seconds * 1000

type Scheme = {
  signatures: readonly (Buffer | undefined)[]
  signed: readonly (string | Buffer)[]
  algorithm?: 'sha1' | 'sha256'
  key?: (secret: string) => string | Buffer
  deliveryId?: string | undefined
}

function check(
  { secrets }: VerifyInput,
  { signatures, signed, algorithm = 'sha256', key = (secret) => secret, deliveryId }: Scheme,
): Verdict {
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
function checkTimed(input: VerifyInput, provider: Provider, time: number, scheme: Scheme): Verdict {
  const verdict = check(input, scheme)
  if (!verdict.ok) return verdict
  return isFresh(time, input.now, toleranceSeconds[provider]) ? verdict : refuse('stale_timestamp')
}

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
const seconds = (text: string) => (/^\d{9,11}$/.test(text) ? Number(text) * 1000 : NaN)

/** The key of a Standard Webhooks secret is its base64 part; any other secret is its own key. */
export function standardKey(secret: string): Buffer {
  const encoded = prefixed(secret, 'whsec_')
  return base64(encoded) ?? Buffer.from(secret)
}

/** Typeform and Delighted sign the body as X-Signature-256 does, under names of their own. */
function verifyGeneric(input: VerifyInput): Verdict {
  const { headers, body, signature = 'any' } = input
  const [id, time, header] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerValue(headers, name),
  )
  if (signature !== 'sha256' && header !== undefined) {
    if (id === undefined || time === undefined) return refuse('missing_signature')
    const signatures = header
      .split(' ')
      .slice(0, 20)
      .map((entry) => base64(prefixed(entry, 'v1,')))
    return checkTimed(input, 'generic', seconds(time), {
      signatures,
      signed: [`${id}.${time}.`, body],
      key: standardKey,
      deliveryId: id,
    })
  }
  if (signature === 'standard') return refuse('missing_signature')
  return check(input, {
    signatures: [
      hex(prefixed(headerValue(headers, 'x-signature-256'), 'sha256=')),
      base64(prefixed(headerValue(headers, 'typeform-signature'), 'sha256=')),
      hex(prefixed(headerValue(headers, 'x-delighted-webhook-signature'), 'sha256=')),
    ],
    signed: [body],
  })
}

const schemes: Record<Provider, (input: VerifyInput) => Verdict> = {
  zendesk(input) {
    const time = headerValue(input.headers, 'x-zendesk-webhook-signature-timestamp')
    if (time === undefined) return refuse('missing_signature')
    const signatures = [base64(headerValue(input.headers, 'x-zendesk-webhook-signature'))]
    return checkTimed(input, 'zendesk', isoTimestamp.test(time) ? Date.parse(time) : NaN, {
      signatures,
      signed: [time, input.body],
      deliveryId: headerValue(input.headers, 'x-zendesk-webhook-invocation-id'),
    })
  },
  slack(input) {
    const time = headerValue(input.headers, 'x-slack-request-timestamp')
    if (time === undefined) return refuse('missing_signature')
    const signatures = [hex(prefixed(headerValue(input.headers, 'x-slack-signature'), 'v0='))]
    return checkTimed(input, 'slack', seconds(time), { signatures, signed: [`v0:${time}:`, input.body] })
  },
  intercom: (input) =>
    check(input, {
      algorithm: 'sha1',
      signatures: [hex(prefixed(headerValue(input.headers, 'x-hub-signature'), 'sha1='))],
      signed: [input.body],
    }),
  linear: (input) =>
    check(input, {
      signatures: [hex(headerValue(input.headers, 'linear-signature'))],
      signed: [input.body],
      deliveryId: headerValue(input.headers, 'linear-delivery'),
    }),
  jira: (input) =>
    check(input, {
      signatures: [hex(prefixed(headerValue(input.headers, 'x-hub-signature'), 'sha256='))],
      signed: [input.body],
      deliveryId: headerValue(input.headers, 'x-atlassian-webhook-identifier'),
    }),
  generic: verifyGeneric,
}

export const verifySignature = (provider: Provider, input: VerifyInput): Verdict => schemes[provider](input)
