import { checkTimedBy, headerValue, hex, prefixed, unixSecondsToMs } from '#domain/integrations/definition/signature.ts'
import { code, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import { defineProvider } from '#domain/integrations/definition/provider.ts'
import { credentialField, field, secretOfProvider, sourceField } from '#domain/integrations/definition/setup-fields.ts'
import { pull } from './pull.ts'
import { readSlack } from './read-webhook.ts'
import { samplePayload } from './sample-payload.ts'

const toleranceSeconds = 300

export const provider = defineProvider({
  rank: 5,
  name: 'Slack',
  category: 'chat',
  records: ['feedback'],
  description: 'Messages in the chosen channels become feedback; a thread is one item.',
  documentation: 'https://docs.slack.dev/reference/methods/conversations.history',
  // simple-icons has none for Slack.
  logo: null,
  steps: [
    { text: 'Create an app “from scratch” for your workspace.', url: 'https://api.slack.com/apps?new_app=1' },
    { text: 'OAuth & Permissions: add the bot scopes channels:history and groups:history.', url: null },
    { text: 'Install the app to the workspace and copy the Bot User OAuth Token (xoxb-…).', url: null },
    { text: 'Invite the app to each channel: /invite @your-app. The id of a channel is in its details.', url: null },
  ],
  credential: [credentialField('bot_token', 'Bot User OAuth Token', 'Starts with xoxb-.')],
  fields: [
    field('config.channels', 'Channel ids', 'The channels to read, by id. Webhooks: only these channels.', {
      required: true,
      list: true,
      example: 'C024BE91L',
    }),
    sourceField,
    field('config.team_id', 'Workspace id', 'Webhooks: only this workspace.'),
  ],
  pull,
  webhook: {
    events: ['message.channels', 'message.groups'],
    verification: {
      scheme: 'v0= and the hex HMAC-SHA256 of v0:timestamp:body',
      headers: ['X-Slack-Signature', 'X-Slack-Request-Timestamp'],
      tolerance_seconds: toleranceSeconds,
      secret: secretOfProvider('the signing secret of your app'),
    },
    verify: (input) =>
      checkTimedBy(input, { header: 'x-slack-request-timestamp', toMs: unixSecondsToMs, toleranceSeconds }, (time) => ({
        signatures: [hex(prefixed(headerValue(input.headers, 'x-slack-signature'), 'v0='))],
        signed: [`v0:${time}:`, input.body],
      })),
    read: (payload, { config }) => readSlack(payload, config),
    deliveryId: (payload) => code(nestedValue(payload, 'event_id')),
    sample_payload: samplePayload,
  },
})
