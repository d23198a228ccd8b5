import { base64, checkTimedBy, headerValue, isoToMs } from '#domain/integrations/definition/signature.ts'
import { code, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, secretOfProvider, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'
import { readZendesk, zendeskEvents } from './read-webhook.ts'
import { samplePayload } from './sample-payload.ts'

import logo from './logo.json' with { type: 'json' }

const toleranceSeconds = 300

export const provider = defineProvider({
  rank: 1,
  name: 'Zendesk',
  category: 'support',
  records: ['support_ticket'],
  description: 'Tickets and their comments become support tickets with messages and satisfaction score.',
  documentation: 'https://developer.zendesk.com/api-reference/ticketing/ticket-management/incremental_exports/',
  logo,
  steps: [
    {
      text:
        'Sign in to Zendesk as an admin, open Admin Center → Apps and integrations → APIs → Zendesk API, and allow ' +
        'token access.',
      url: 'https://support.zendesk.com/hc/en-us/articles/4408889192858',
    },
    { text: 'Add an API token and copy it: Zendesk shows it once.', url: null },
    { text: 'Enter the subdomain, the e-mail address of that admin and the token.', url: null },
  ],
  credential: [
    credentialField('email', 'E-mail address', 'Of the admin who created the token.', { secret: false }),
    credentialField('api_token', 'API token', 'From Admin Center → Apps and integrations → APIs.'),
  ],
  fields: [
    field('config.subdomain', 'Subdomain', 'The part before .zendesk.com in the address of your Zendesk.', {
      required: true,
      example: 'acme',
    }),
    sourceField,
    field('config.account_id', 'Account id', 'Webhooks: only deliveries of this account.'),
  ],
  pull,
  webhook: {
    events: [...zendeskEvents, '{ "ticket": … } of a trigger'],
    verification: {
      scheme: 'base64 HMAC-SHA256 of the timestamp header followed by the body',
      headers: ['X-Zendesk-Webhook-Signature', 'X-Zendesk-Webhook-Signature-Timestamp'],
      tolerance_seconds: toleranceSeconds,
      secret: secretOfProvider('“Reveal secret” on the webhook'),
    },
    verify: (input) =>
      checkTimedBy(
        input,
        { header: 'x-zendesk-webhook-signature-timestamp', toMs: isoToMs, toleranceSeconds },
        (time) => ({
          signatures: [base64(headerValue(input.headers, 'x-zendesk-webhook-signature'))],
          signed: [time, input.body],
          deliveryId: headerValue(input.headers, 'x-zendesk-webhook-invocation-id'),
        }),
      ),
    read: (payload, { source, config }) => readZendesk(payload, { ...config, source }),
    // The body of a trigger is free-form: an id in it may be the ticket's.
    deliveryId: (payload) =>
      String(nestedValue(payload, 'type')).startsWith('zen:') ? code(nestedValue(payload, 'id')) : undefined,
    sample_payload: samplePayload,
  },
})
