import { check, headerValue, hex, prefixed } from '#domain/integrations/definition/signature.ts'
import { ignored } from '#domain/integrations/mapping/records.ts'
import { code, isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, secretOfProvider, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'
import { readResponse } from './read-response.ts'

export const provider = defineProvider({
  rank: 11,
  name: 'Delighted',
  category: 'surveys',
  records: ['nps_response'],
  description: 'Responses to NPS surveys become NPS responses; comments are analyzed.',
  documentation: 'https://app.delighted.com/docs/api/listing-survey-responses',
  logo: null,
  steps: [
    { text: 'Open Settings → API and copy the API key of the project.', url: 'https://app.delighted.com/docs/api' },
  ],
  credential: [credentialField('api_key', 'API key', 'Of one project.')],
  fields: [sourceField],
  pull,
  webhook: {
    events: ['survey_response.created', 'survey_response.updated'],
    verification: {
      scheme: 'sha256= and the hex HMAC-SHA256 of the body',
      headers: ['X-Delighted-Webhook-Signature'],
      tolerance_seconds: null,
      secret: secretOfProvider('the webhook’s secret'),
    },
    verify: (input) =>
      check(input, {
        signatures: [hex(prefixed(headerValue(input.headers, 'x-delighted-webhook-signature'), 'sha256='))],
        signed: [input.body],
      }),
    read: (payload, { source }) =>
      isObject(payload.event_data)
        ? readResponse(payload.event_data, source)
        : ignored(code(payload.event_type) ?? null, 'event_not_used'),
    deliveryId: (payload) => code(nestedValue(payload, 'event_id')),
    sample_payload: {
      event_type: 'survey_response.created',
      event_id: '3f9a',
      event_data: {
        id: '210',
        score: 4,
        comment: 'The export times out.',
        created_at: 1777716727,
        updated_at: 1777716727,
        person: { id: '99', email: 'ana@example.com', name: 'Ana Lima' },
      },
    },
  },
})
