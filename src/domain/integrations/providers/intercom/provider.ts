import { check, headerValue, hex, prefixed } from '#domain/integrations/definition/signature.ts'
import { code, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, secretOfProvider, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'
import { readIntercom } from './read-webhook.ts'
import { samplePayload } from './sample-payload.ts'

import logo from './logo.json' with { type: 'json' }

export const provider = defineProvider({
  rank: 2,
  name: 'Intercom',
  category: 'support',
  records: ['support_ticket', 'contact'],
  description: 'Conversations become support tickets with messages and rating, contacts become contacts.',
  documentation: 'https://developers.intercom.com/docs/references/rest-api/api.intercom.io/conversations',
  logo,
  steps: [
    {
      text: 'Open Settings → Integrations → Developer Hub and create an app for your workspace.',
      url: 'https://app.intercom.com/a/developer-signup',
    },
    { text: 'Under Authentication, allow “Read conversations” and “Read users and companies”.', url: null },
    { text: 'Copy the access token of that page.', url: null },
  ],
  credential: [credentialField('access_token', 'Access token', 'From Authentication in the Developer Hub.')],
  fields: [
    field('config.region', 'Region', 'us, eu or au: where your workspace is hosted; us by default.', { example: 'eu' }),
    sourceField,
    field('config.app_id', 'Workspace id', 'Webhooks: only deliveries of this workspace.'),
  ],
  pull,
  webhook: {
    events: [
      'conversation.user.created',
      'conversation.user.replied',
      'conversation.admin.replied',
      'conversation.admin.closed',
      'conversation.rating.added',
      'contact.user.created',
      'contact.lead.created',
    ],
    verification: {
      scheme: 'sha1= and the hex HMAC-SHA1 of the body',
      headers: ['X-Hub-Signature'],
      tolerance_seconds: 86_400,
      secret: secretOfProvider('the client secret of your app'),
    },
    verify: (input) =>
      check(input, {
        algorithm: 'sha1',
        signatures: [hex(prefixed(headerValue(input.headers, 'x-hub-signature'), 'sha1='))],
        signed: [input.body],
      }),
    read: (payload, { source, config }) => readIntercom(payload, { ...config, source }),
    sentAt: (payload) => {
      const time = nestedValue(payload, 'created_at')
      return typeof time === 'number' ? time * 1000 : undefined
    },
    deliveryId: (payload) => code(nestedValue(payload, 'id')),
    sample_payload: samplePayload,
  },
})
