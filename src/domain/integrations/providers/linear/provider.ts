import { check, headerValue, hex } from '#domain/integrations/definition/signature.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { secretOfProvider } from '#domain/integrations/definition/setup-fields.ts'
import { readLinear } from './read-webhook.ts'
import { samplePayload } from './sample-payload.ts'

import logo from './logo.json' with { type: 'json' }

export const provider = defineProvider({
  rank: 80,
  name: 'Linear',
  category: 'development',
  records: ['project_link'],
  description:
    'Issues and projects that a Project is linked to: state, title and address are kept up to date. ' +
    'Nothing is sent to Linear.',
  documentation: 'https://linear.app/developers/webhooks',
  logo,
  steps: [{ text: 'Settings → API → Webhooks: add a webhook for Issues and Projects.', url: null }],
  credential: [],
  fields: [],
  webhook: {
    events: ['Issue', 'Project'],
    verification: {
      scheme: 'hex HMAC-SHA256 of the body; the body’s webhookTimestamp is the time of sending',
      headers: ['Linear-Signature'],
      tolerance_seconds: 60,
      secret: secretOfProvider('the signing secret on the webhook’s page'),
    },
    verify: (input) =>
      check(input, {
        signatures: [hex(headerValue(input.headers, 'linear-signature'))],
        signed: [input.body],
        deliveryId: headerValue(input.headers, 'linear-delivery'),
      }),
    read: (payload) => readLinear(payload),
    sentAt: (payload) => {
      const time = nestedValue(payload, 'webhookTimestamp')
      return typeof time === 'number' ? time : null
    },
    sample_payload: samplePayload,
  },
})
