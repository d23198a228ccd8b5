import { createHmac } from 'node:crypto'
import { secretPrefix } from './secrets.ts'

type SignedContent = { id: string; timestamp: number; body: string }

/** Standard Webhooks: one signature per valid secret. */
export const signDelivery = (secrets: readonly string[], { id, timestamp, body }: SignedContent): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
