import type { Static } from 'typebox'
import type { Event } from '#contract/core/event.ts'
import { InvalidInputError } from './errors.ts'

export type WebhookEvent = Static<typeof Event>

/** The signature or the timestamp of the message is invalid. */
export class WebhookVerificationError extends InvalidInputError {
  override name = 'WebhookVerificationError'
}

type WebhookMessage = {
  /** The webhook's signing secret; while it is rotated, the old and the new one are valid. */
  secret: string
  headers: Headers | Record<string, string | string[] | undefined>
  /** The raw body. */
  body: string | Uint8Array
  toleranceSeconds?: number
  now?: Date
}

/** The event in the body of a webhook message whose signature something else has verified, such as a gateway. */
export function parseWebhook(body: string | Uint8Array): WebhookEvent {
  const event = readJson(
    typeof body === 'string' ? body : new TextDecoder().decode(body),
  ) as Partial<WebhookEvent> | null
  if (typeof event?.type !== 'string' || typeof event.id !== 'string')
    throw new InvalidInputError('the body is not an event')
  return event as WebhookEvent
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const prefix = 'whsec_'
const throwInvalid = (reason: string): never => {
  throw new WebhookVerificationError(reason)
}

/** Verifies signature and timestamp (Standard Webhooks) and returns the event. */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = 300,
  now = new Date(),
}: WebhookMessage): Promise<WebhookEvent> {
  const header = (name: string) =>
    (headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0]) ??
    throwInvalid(`the header ${name} is missing`)
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  const sentAt = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : throwInvalid('the timestamp is not a number')
  if (Math.abs(now.getTime() / 1000 - sentAt) > toleranceSeconds)
    throwInvalid('the message is too old or from the future')
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(prefix, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  for (const signature of signatures.split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version === 'v1' && isBase64.test(value) && (await crypto.subtle.verify('HMAC', key, bytesOf(value), content)))
      return JSON.parse(text) as WebhookEvent
  }
  return throwInvalid('no signature matches')
}

const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  isBase64.test(base64)
    ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    : throwInvalid('the secret is not valid base64')
