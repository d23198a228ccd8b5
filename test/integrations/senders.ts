import { createHmac } from 'node:crypto'
import type { Provider } from '#domain/integrations/inbound/verify-signature.ts'
import { newId } from '#store/ids.ts'
import type { Reply, TestApp } from '../test-app.ts'

export type Connected = { id: string; secret: string; inbound_url: string }
export type Sending = {
  body?: string | Buffer
  secret?: string
  at?: Date
  delivery?: string
  headers?: Record<string, string>
}

const mac = (algorithm: string, key: string | Buffer, text: string | Buffer, encoding: 'hex' | 'base64') =>
  createHmac(algorithm, key).update(text).digest(encoding)
const after = (text: string, body: Buffer) => Buffer.concat([Buffer.from(text), body])

type Signing = { secret: string; body: Buffer; at: Date; delivery: string }

/** What each provider puts on a delivery. */
const signed: Record<Provider | 'sha256', (s: Signing) => Record<string, string>> = {
  zendesk({ secret, body, at, delivery }) {
    const time = at.toISOString().replace(/\.\d+/, '')
    return {
      'X-Zendesk-Webhook-Signature': mac('sha256', secret, after(time, body), 'base64'),
      'X-Zendesk-Webhook-Signature-Timestamp': time,
      'X-Zendesk-Webhook-Invocation-Id': delivery,
    }
  },
  slack({ secret, body, at }) {
    const time = String(Math.floor(at.getTime() / 1000))
    return {
      'X-Slack-Signature': `v0=${mac('sha256', secret, after(`v0:${time}:`, body), 'hex')}`,
      'X-Slack-Request-Timestamp': time,
    }
  },
  intercom: ({ secret, body }) => ({ 'X-Hub-Signature': `sha1=${mac('sha1', secret, body, 'hex')}` }),
  linear: ({ secret, body, delivery }) => ({
    'Linear-Signature': mac('sha256', secret, body, 'hex'),
    'Linear-Delivery': delivery,
  }),
  jira: ({ secret, body, delivery }) => ({
    'X-Hub-Signature': `sha256=${mac('sha256', secret, body, 'hex')}`,
    'X-Atlassian-Webhook-Identifier': delivery,
  }),
  generic({ secret, body, at, delivery }) {
    const time = String(Math.floor(at.getTime() / 1000))
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return {
      'webhook-id': delivery,
      'webhook-timestamp': time,
      'webhook-signature': `v1,${mac('sha256', key, after(`${delivery}.${time}.`, body), 'base64')}`,
    }
  },
  sha256: ({ secret, body }) => ({ 'X-Signature-256': `sha256=${mac('sha256', secret, body, 'hex')}` }),
}

/** Sends a delivery as the provider would. */
export async function deliver(
  app: TestApp,
  to: Connected,
  how: keyof typeof signed,
  payload: unknown,
  { body, secret = to.secret, at = new Date(), delivery = newId(), headers = {} }: Sending = {},
): Promise<Reply> {
  const bytes = Buffer.from(body ?? JSON.stringify(payload))
  const response = await fetch(app.baseUrl + new URL(to.inbound_url).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed[how]({ secret, body: bytes, at, delivery }), ...headers },
    body: new Uint8Array(bytes),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) }
}
