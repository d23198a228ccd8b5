import type { Static } from 'typebox'
import type { Event } from '#contract/resources/webhooks.ts'
import { BadInput } from './errors.ts'

export type WebhookEvent = Static<typeof Event>

/** The message is not from the server that knows the secret, or not from now. */
export class WebhookVerificationError extends BadInput {
  override name = 'WebhookVerificationError'
}

export type Received = {
  /** As the endpoint was told it; while a secret is rotated, either one will do. */
  secret: string
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body as it came, before anything parsed it. */
  body: string | Uint8Array
  toleranceSeconds?: number
  now?: Date
}

const prefix = 'whsec_'
const refuse = (reason: string): never => {
  throw new WebhookVerificationError(reason)
}

/** The event of a webhook message, once its signature and its time are right (Standard Webhooks). */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = 300,
  now = new Date(),
}: Received): Promise<WebhookEvent> {
  const header = (name: string) =>
    (headers instanceof Headers ? headers.get(name) : [headers[name]].flat()[0]) ?? refuse(`there is no header ${name}`)
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  const sent = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : refuse('the timestamp is no number')
  if (Math.abs(now.getTime() / 1000 - sent) > toleranceSeconds) refuse('the message is too old or from the future')
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
  return refuse('no signature fits')
}

const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/
const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  isBase64.test(base64) ? Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)) : refuse('the secret is none')
