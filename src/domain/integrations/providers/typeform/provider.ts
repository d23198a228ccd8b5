import { base64, check, headerValue, prefixed } from '#domain/integrations/definition/signature.ts'
import { ignored } from '#domain/integrations/mapping/records.ts'
import { code, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, generatedSecret, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'
import { isTypeform, readTypeform } from './read-webhook.ts'
import { samplePayload } from './sample-payload.ts'

import logo from './logo.json' with { type: 'json' }

export const provider = defineProvider({
  rank: 4,
  name: 'Typeform',
  category: 'surveys',
  records: ['feedback', 'nps_response'],
  description: 'Written answers become feedback with the rating of the response, NPS questions become NPS responses.',
  documentation: 'https://www.typeform.com/developers/responses/reference/retrieve-responses/',
  logo,
  steps: [
    {
      text: 'Open Settings → Personal tokens and generate a token with the scopes “Forms: read” and “Responses: read”.',
      url: 'https://admin.typeform.com/user/tokens',
    },
    { text: 'The id of a form is the last part of its address: form.typeform.com/to/ID.', url: null },
  ],
  credential: [credentialField('access_token', 'Personal token', 'Starts with tfp_.')],
  fields: [
    field('config.forms', 'Form ids', 'The forms to read, by id.', { required: true, list: true, example: 'lT4Z3j' }),
    sourceField,
  ],
  pull,
  webhook: {
    events: ['form_response'],
    verification: {
      scheme: 'sha256= and the base64 HMAC-SHA256 of the body',
      headers: ['Typeform-Signature'],
      tolerance_seconds: null,
      secret: generatedSecret,
    },
    verify: (input) =>
      check(input, {
        signatures: [base64(prefixed(headerValue(input.headers, 'typeform-signature'), 'sha256='))],
        signed: [input.body],
      }),
    read: (payload, { source }) =>
      isTypeform(payload) ? readTypeform(payload, source) : ignored(code(payload.event_type) ?? null, 'event_not_used'),
    deliveryId: (payload) => code(nestedValue(payload, 'event_id')),
    sample_payload: samplePayload,
  },
})
