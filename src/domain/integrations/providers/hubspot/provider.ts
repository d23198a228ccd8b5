import { base64, checkTimedBy, headerValue } from '#domain/integrations/definition/signature.ts'
import { ignored, type RecordDraft } from '#domain/integrations/mapping/records.ts'
import { asArray, code, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, secretOfProvider, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'

import logo from './logo.json' with { type: 'json' }

const toleranceSeconds = 300
const milliseconds = (text: string) => (/^\d{12,14}$/.test(text) ? Number(text) : NaN)

export const provider = defineProvider({
  rank: 6,
  name: 'HubSpot',
  category: 'support',
  records: ['support_ticket'],
  description: 'Tickets of the service hub become support tickets with status and priority.',
  documentation: 'https://developers.hubspot.com/docs/api-reference/crm-tickets-v3/guide',
  logo,
  steps: [
    {
      text: 'Settings → Integrations → Private Apps: create an app with the scope “tickets” (read).',
      url: 'https://app.hubspot.com/l/private-apps/',
    },
    { text: 'Open the tab Auth and copy the access token.', url: null },
  ],
  credential: [credentialField('access_token', 'Access token', 'Of the private app; starts with pat-.')],
  fields: [sourceField],
  pull,
  webhook: {
    events: ['ticket.deletion'],
    verification: {
      scheme: 'base64 HMAC-SHA256 of POST, the webhook URL, the body and the timestamp (version 3)',
      headers: ['X-HubSpot-Signature-v3', 'X-HubSpot-Request-Timestamp'],
      tolerance_seconds: toleranceSeconds,
      secret: secretOfProvider('the client secret of your app'),
    },
    verify: (input) =>
      checkTimedBy(input, { header: 'x-hubspot-request-timestamp', toMs: milliseconds, toleranceSeconds }, (time) => ({
        signatures: [base64(headerValue(input.headers, 'x-hubspot-signature-v3'))],
        signed: [`POST${input.url ?? ''}`, input.body, time],
      })),
    sendsLists: true,
    // Events name the ticket but do not contain it: new and changed tickets come with the next fetch.
    read(payload) {
      const drafts = asArray(payload.events).flatMap((event): RecordDraft[] => {
        const external_id = code(nestedValue(event, 'objectId'))
        return nestedValue(event, 'subscriptionType') === 'ticket.deletion' && external_id !== undefined
          ? [{ type: 'deletion', fields: { record: 'support_ticket', external_id } }]
          : []
      })
      return drafts.length > 0
        ? { type: 'ticket.deletion', drafts, skipped: null }
        : ignored(code(nestedValue(asArray(payload.events)[0], 'subscriptionType')) ?? null, 'event_not_used')
    },
    sample_payload: null,
  },
})
