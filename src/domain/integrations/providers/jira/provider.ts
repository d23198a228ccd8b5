import { check, headerValue, hex, prefixed } from '#domain/integrations/definition/signature.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { generatedSecret } from '#domain/integrations/definition/setup-fields.ts'
import { readJira } from './read-webhook.ts'
import { samplePayload } from './sample-payload.ts'

import logo from './logo.json' with { type: 'json' }

export const provider = defineProvider({
  rank: 81,
  name: 'Jira',
  category: 'development',
  records: ['project_link'],
  description: 'Issues that a Project is linked to: state and title are kept up to date. Nothing is sent to Jira.',
  documentation: 'https://developer.atlassian.com/server/jira/platform/webhooks/',
  logo,
  steps: [{ text: 'System → WebHooks: add a webhook for “Issue: updated” and “deleted”.', url: null }],
  credential: [],
  fields: [],
  webhook: {
    events: ['jira:issue_updated', 'jira:issue_deleted'],
    verification: {
      scheme: 'sha256= and the hex HMAC-SHA256 of the body',
      headers: ['X-Hub-Signature'],
      tolerance_seconds: 86_400,
      secret: generatedSecret,
    },
    verify: (input) =>
      check(input, {
        signatures: [hex(prefixed(headerValue(input.headers, 'x-hub-signature'), 'sha256='))],
        signed: [input.body],
        deliveryId: headerValue(input.headers, 'x-atlassian-webhook-identifier'),
      }),
    read: (payload) => readJira(payload),
    sentAt: (payload) => {
      const time = nestedValue(payload, 'timestamp')
      return typeof time === 'number' ? time : undefined
    },
    sample_payload: samplePayload,
  },
})
