import Type from 'typebox'
import { closed, nullable, oneOf } from '#contract/core/shapes.ts'
import { FreeObject, ProviderName, RecordType } from './integration-shapes.ts'

const SetupField = Type.Object(
  {
    name: Type.String({ examples: ['config.source'] }),
    label: Type.String({ examples: ['Subdomain'] }),
    required: Type.Boolean(),
    description: Type.String(),
    example: nullable(Type.String({ examples: ['acme'] })),
    list: Type.Boolean({ description: 'Takes several values.' }),
  },
  closed,
)
const CredentialField = Type.Object(
  {
    name: Type.String({ examples: ['api_token'] }),
    label: Type.String({ examples: ['API token'] }),
    required: Type.Boolean(),
    description: Type.String(),
    secret: Type.Boolean({ description: 'Whether to hide what is typed.' }),
    multiline: Type.Boolean({ description: 'A key file, for example.' }),
  },
  closed,
)
const Verification = Type.Object(
  {
    scheme: Type.String({ examples: ['base64 HMAC-SHA256 of timestamp and body'] }),
    headers: Type.Array(Type.String({ examples: ['X-Zendesk-Webhook-Signature'] })),
    tolerance_seconds: nullable(
      Type.Integer({ minimum: 0, description: 'How old a delivery may be.', examples: [300] }),
    ),
    secret: Type.String({
      description: 'Where to find the secret.',
      examples: ['Reveal it in the webhook’s settings and give it with rotate-secret.'],
    }),
  },
  closed,
)

export const ProviderInfo = Type.Object(
  {
    provider: ProviderName,
    name: Type.String({ examples: ['Zendesk'] }),
    category: oneOf('support', 'chat', 'surveys', 'reviews', 'product', 'development', 'sales', 'other'),
    records: Type.Array(RecordType, { description: 'The types of records that its items become.' }),
    description: Type.String({ examples: ['Tickets and their comments.'] }),
    documentation: Type.String({
      description: 'Where the provider describes its API.',
      examples: ['https://example.com'],
    }),
    logo: nullable(
      Type.Object(
        {
          path: Type.String({ description: 'The path of an SVG of 24 by 24.', examples: ['M0 0h24v24H0z'] }),
          color: Type.String({ examples: ['#03363d'] }),
        },
        closed,
      ),
    ),
    pull: Type.Boolean({ description: 'Whether Earshot can fetch from it, with history.' }),
    webhook: Type.Boolean({ description: 'Whether it can send to Earshot.' }),
    steps: Type.Array(
      Type.Object(
        { text: Type.String({ examples: ['Create an API token.'] }), url: nullable(Type.String()) },
        { ...closed, description: 'What to do at the provider, in order.' },
      ),
    ),
    credential: Type.Array(CredentialField),
    fields: Type.Array(SetupField),
    notes: Type.Array(Type.String(), { description: 'What its API does not offer, or was not tried.' }),
    events: Type.Array(Type.String({ examples: ['zen:event-type:ticket.created'] })),
    verification: nullable(Verification),
    sample_payload: nullable(FreeObject),
  },
  { ...closed, $id: 'IntegrationProvider' },
)
