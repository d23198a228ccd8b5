import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { providerNames } from '#contract/resources/integrations.ts'

/* Who sent a delivery: over the bytes as they came, before anything is made of them. */

export type Provider = (typeof providerNames)[number]
export type Headers = Readonly<Record<string, string | string[] | undefined>>
export type Refusal = {
  ok: false
  reason: 'missing_signature' | 'bad_signature' | 'missing_timestamp' | 'stale_timestamp'
  detail: string
}
/** `deliveryId` is the sender's word, `digest` stands for what was signed. */
export type Verdict = { ok: true; deliveryId: string | null; digest: Buffer } | Refusal
export type Asked = {
  secrets: readonly string[]
  headers: Headers
  body: Buffer
  now: Date
  signature?: 'any' | 'standard' | 'sha256'
}

/** How many seconds a delivery may be old, or ahead of our clock. */
export const tolerance = {
  zendesk: 300,
  slack: 300,
  generic: 300,
  linear: 60,
  jira: 86_400,
  intercom: 86_400,
} as const satisfies Record<Provider, number>

const refusals: Record<Refusal['reason'], string> = {
  missing_signature: 'The headers that bear the signature are missing or not in their form.',
  bad_signature: 'The signature is not the one of this secret.',
  missing_timestamp: 'There is no time to tell how old the delivery is.',
  stale_timestamp: 'The delivery is too old, or its time lies ahead.',
}
export const refuse = (reason: Refusal['reason']): Refusal => ({ ok: false, reason, detail: refusals[reason] })

const one = (headers: Headers, name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined)
const hex = (text: string | undefined) =>
  text !== undefined && /^([0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : undefined
const base64 = (text: string | undefined) =>
  text !== undefined && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
    ? Buffer.from(text, 'base64')
    : undefined
const prefixed = (text: string | undefined, prefix: string) =>
  text?.startsWith(prefix) ? text.slice(prefix.length) : undefined

const mac = (algorithm: 'sha1' | 'sha256', key: string | Buffer, parts: readonly (string | Buffer)[]) =>
  parts.reduce((h, part) => h.update(part), createHmac(algorithm, key)).digest()

/** Every secret is tried against every signature, so that the time it takes tells nothing. */
function matches(given: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let found = false
  for (const sent of given)
    for (const own of expected) if (sent.length === own.length && timingSafeEqual(sent, own)) found = true
  return found
}

export const isFresh = (time: number, now: Date, seconds: number) =>
  Number.isFinite(time) && Math.abs(now.getTime() - time) <= seconds * 1000

type Scheme = {
  given: readonly (Buffer | undefined)[]
  signed: readonly (string | Buffer)[]
  algorithm?: 'sha1' | 'sha256'
  key?: (secret: string) => string | Buffer
  deliveryId?: string | undefined
}

function check(
  { secrets }: Asked,
  { given, signed, algorithm = 'sha256', key = (secret) => secret, deliveryId }: Scheme,
): Verdict {
  const sent = given.filter((signature) => signature !== undefined)
  if (sent.length === 0) return refuse('missing_signature')
  if (
    !matches(
      sent,
      secrets.map((secret) => mac(algorithm, key(secret), signed)),
    )
  )
    return refuse('bad_signature')
  const digest = signed
    .reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256'))
    .digest()
  return { ok: true, deliveryId: deliveryId?.slice(0, 200) || null, digest }
}

/** A time that is signed along with the body: without it nothing else is looked at, and only a true signature is told that it is late. */
function checkTimed(asked: Asked, provider: Provider, time: number, scheme: Scheme): Verdict {
  const verdict = check(asked, scheme)
  if (!verdict.ok) return verdict
  return isFresh(time, asked.now, tolerance[provider]) ? verdict : refuse('stale_timestamp')
}

const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
const seconds = (text: string) => (/^\d{9,11}$/.test(text) ? Number(text) * 1000 : NaN)

/** A secret in the standard's form is the base64 of its key; any other is its own key. */
export function standardKey(secret: string): Buffer {
  const encoded = prefixed(secret, 'whsec_')
  return base64(encoded) ?? Buffer.from(secret)
}

function verifyGeneric(asked: Asked): Verdict {
  const { headers, body, signature = 'any' } = asked
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    one(headers, name),
  )
  if (signature !== 'sha256' && signatures !== undefined) {
    if (id === undefined || time === undefined) return refuse('missing_signature')
    const given = signatures
      .split(' ')
      .slice(0, 20)
      .map((entry) => base64(prefixed(entry, 'v1,')))
    return checkTimed(asked, 'generic', seconds(time), {
      given,
      signed: [`${id}.${time}.`, body],
      key: standardKey,
      deliveryId: id,
    })
  }
  if (signature === 'standard') return refuse('missing_signature')
  return check(asked, { given: [hex(prefixed(one(headers, 'x-signature-256'), 'sha256='))], signed: [body] })
}

const schemes: Record<Provider, (asked: Asked) => Verdict> = {
  zendesk(asked) {
    const time = one(asked.headers, 'x-zendesk-webhook-signature-timestamp')
    if (time === undefined) return refuse('missing_signature')
    const given = [base64(one(asked.headers, 'x-zendesk-webhook-signature'))]
    return checkTimed(asked, 'zendesk', written.test(time) ? Date.parse(time) : NaN, {
      given,
      signed: [time, asked.body],
      deliveryId: one(asked.headers, 'x-zendesk-webhook-invocation-id'),
    })
  },
  slack(asked) {
    const time = one(asked.headers, 'x-slack-request-timestamp')
    if (time === undefined) return refuse('missing_signature')
    const given = [hex(prefixed(one(asked.headers, 'x-slack-signature'), 'v0='))]
    return checkTimed(asked, 'slack', seconds(time), { given, signed: [`v0:${time}:`, asked.body] })
  },
  intercom: (asked) =>
    check(asked, {
      algorithm: 'sha1',
      given: [hex(prefixed(one(asked.headers, 'x-hub-signature'), 'sha1='))],
      signed: [asked.body],
    }),
  linear: (asked) =>
    check(asked, {
      given: [hex(one(asked.headers, 'linear-signature'))],
      signed: [asked.body],
      deliveryId: one(asked.headers, 'linear-delivery'),
    }),
  jira: (asked) =>
    check(asked, {
      given: [hex(prefixed(one(asked.headers, 'x-hub-signature'), 'sha256='))],
      signed: [asked.body],
      deliveryId: one(asked.headers, 'x-atlassian-webhook-identifier'),
    }),
  generic: verifyGeneric,
}

export const verify = (provider: Provider, asked: Asked): Verdict => schemes[provider](asked)
