import { createHmac } from 'node:crypto'
import { newId } from '#store/ids.ts'
import type { Reply, TestApp } from '../test-app.ts'

export type Connected = { id: string; secret: string; inbound_url: string }
/** Providers that send in the tests. */
export type Provider = Exclude<keyof typeof signatureHeaders, 'sha256'>
export type DeliveryOptions = {
  body?: string | Buffer
  secret?: string
  at?: Date
  delivery?: string
  headers?: Record<string, string>
}

const hmac = (algorithm: string, key: string | Buffer, text: string | Buffer, encoding: 'hex' | 'base64') =>
  createHmac(algorithm, key).update(text).digest(encoding)
const withPrefix = (text: string, body: Buffer) => Buffer.concat([Buffer.from(text), body])

type SigningInput = { secret: string; body: Buffer; at: Date; delivery: string }

/** The signature headers of each provider. */
const signatureHeaders: Record<
  'zendesk' | 'slack' | 'intercom' | 'linear' | 'jira' | 'generic' | 'typeform' | 'sha256',
  (s: SigningInput) => Record<string, string>
> = {
  zendesk({ secret, body, at, delivery }) {
    const time = at.toISOString().replace(/\.\d+/, '')
    return {
      'X-Zendesk-Webhook-Signature': hmac('sha256', secret, withPrefix(time, body), 'base64'),
      'X-Zendesk-Webhook-Signature-Timestamp': time,
      'X-Zendesk-Webhook-Invocation-Id': delivery,
    }
  },
  slack({ secret, body, at }) {
    const time = String(Math.floor(at.getTime() / 1000))
    return {
      'X-Slack-Signature': `v0=${hmac('sha256', secret, withPrefix(`v0:${time}:`, body), 'hex')}`,
      'X-Slack-Request-Timestamp': time,
    }
  },
  intercom: ({ secret, body }) => ({ 'X-Hub-Signature': `sha1=${hmac('sha1', secret, body, 'hex')}` }),
  linear: ({ secret, body, delivery }) => ({
    'Linear-Signature': hmac('sha256', secret, body, 'hex'),
    'Linear-Delivery': delivery,
  }),
  jira: ({ secret, body, delivery }) => ({
    'X-Hub-Signature': `sha256=${hmac('sha256', secret, body, 'hex')}`,
    'X-Atlassian-Webhook-Identifier': delivery,
  }),
  generic({ secret, body, at, delivery }) {
    const time = String(Math.floor(at.getTime() / 1000))
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return {
      'webhook-id': delivery,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${hmac('sha256', key, withPrefix(`${delivery}.${time}.`, body), 'base64')}`,
    }
  },
  typeform: ({ secret, body }) => ({ 'Typeform-Signature': `sha256=${hmac('sha256', secret, body, 'base64')}` }),
  sha256: ({ secret, body }) => ({ 'X-Signature-256': `sha256=${hmac('sha256', secret, body, 'hex')}` }),
}

/** Sends a delivery as the provider would. */
export async function deliver(
  app: TestApp,
  to: Connected,
  scheme: keyof typeof signatureHeaders,
  payload: unknown,
  { body, secret = to.secret, at = new Date(), delivery = newId(), headers = {} }: DeliveryOptions = {},
): Promise<Reply> {
  const bytes = Buffer.from(body ?? JSON.stringify(payload))
  const response = await fetch(app.baseUrl + new URL(to.inbound_url).pathname, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...signatureHeaders[scheme]({ secret, body: bytes, at, delivery }),
      ...headers,
    },
    body: new Uint8Array(bytes),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}
