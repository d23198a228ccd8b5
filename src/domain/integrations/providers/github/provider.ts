import { check, headerValue, hex, prefixed } from '#domain/integrations/definition/signature.ts'
import { accepted, ignored } from '#domain/integrations/mapping/records.ts'
import { code, isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, generatedSecret, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'
import { externalId, readItem } from './read-item.ts'
import { samplePayload } from './sample-payload.ts'

import logo from './logo.json' with { type: 'json' }

export const provider = defineProvider({
  rank: 3,
  name: 'GitHub',
  category: 'development',
  records: ['feedback'],
  description: 'Issues and discussions of your repositories become feedback; pull requests are left out.',
  documentation: 'https://docs.github.com/en/rest/issues/issues',
  logo,
  steps: [
    {
      text:
        'Create a fine-grained personal access token with read access to Issues and Discussions of the ' +
        'repositories.',
      url: 'https://github.com/settings/personal-access-tokens/new',
    },
    { text: 'Copy the token: GitHub shows it once.', url: null },
  ],
  credential: [credentialField('token', 'Personal access token', 'Starts with github_pat_ or ghp_.')],
  fields: [
    field('config.repositories', 'Repositories', 'The repositories to read, as owner/name.', {
      required: true,
      list: true,
      example: 'acme/app',
    }),
    field('config.discussions', 'Discussions', 'yes to read discussions too.', { example: 'yes' }),
    sourceField,
  ],
  pull,
  webhook: {
    events: ['issues', 'discussion'],
    verification: {
      scheme: 'sha256= and the hex HMAC-SHA256 of the body',
      headers: ['X-Hub-Signature-256'],
      tolerance_seconds: null,
      secret: generatedSecret,
    },
    verify: (input) =>
      check(input, {
        signatures: [hex(prefixed(headerValue(input.headers, 'x-hub-signature-256'), 'sha256='))],
        signed: [input.body],
        deliveryId: headerValue(input.headers, 'x-github-delivery'),
      }),
    read(payload, { source }) {
      const item = isObject(payload.discussion) ? payload.discussion : payload.issue
      const repository = code(nestedValue(payload, 'repository', 'full_name'))
      const type = code(payload.action) ?? null
      if (!isObject(item) || repository === undefined) return ignored(type, 'event_not_used')
      return type === 'deleted'
        ? accepted(type, {
            type: 'deletion',
            fields: { record: 'feedback', external_id: externalId(repository, item) },
          })
        : readItem(repository, item, source)
    },
    sample_payload: samplePayload,
  },
})
