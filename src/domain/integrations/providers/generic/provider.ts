import { defaultMapping, readMapped } from '#domain/integrations/mapping/field-mapping.ts'
import { isTypeform, readTypeform } from '#domain/integrations/providers/typeform/read-webhook.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { field, generatedSecret, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { samplePayload } from './sample-payload.ts'
import { verifyGeneric } from './verify.ts'

export const provider = defineProvider({
  rank: 99,
  name: 'Any webhook',
  category: 'other',
  records: ['feedback', 'support_ticket', 'contact', 'nps_response'],
  description: 'JSON of any shape, read with a mapping of paths to fields; Typeform responses without one.',
  documentation: 'https://www.standardwebhooks.com/',
  logo: null,
  steps: [{ text: 'Enter the webhook URL and the signing secret in the system that sends.', url: null }],
  credential: [],
  fields: [
    sourceField,
    field('mapping', 'Mapping', 'The path of each field; without it the payload must use Earshot’s field names.'),
    field('config.signature', 'Signature', 'Which of the two schemes is accepted; both when absent.'),
  ],
  webhook: {
    events: [],
    verification: {
      scheme:
        'Standard Webhooks (base64 HMAC-SHA256 of id.timestamp.body), or sha256= and the hex HMAC-SHA256 of the body',
      headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Signature-256', 'Typeform-Signature'],
      tolerance_seconds: 300,
      secret: generatedSecret,
    },
    verify: verifyGeneric,
    read: (payload, { source, mapping }, key) =>
      mapping === null && isTypeform(payload)
        ? readTypeform(payload, source)
        : readMapped(payload, mapping ?? defaultMapping, source, key),
    sample_payload: samplePayload,
  },
})
