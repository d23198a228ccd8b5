import type { Static } from 'typebox'
import type { integrations } from '#contract/resources/integrations.ts'
import { samples } from './sample-payloads.ts'
import { toleranceSeconds } from '#domain/integrations/inbound/verify-signature.ts'
import { zendeskEvents } from './zendesk.ts'

/* The catalogue: what can be connected and what it takes. */

type Info = Static<typeof integrations.listIntegrationProviders.result>['data'][number]
type Field = Info['fields'][number]

const source: Field = {
  name: 'config.source',
  required: false,
  description: 'What its records name as their source; the provider’s name when absent.',
}
const optional = (name: string, description: string): Field => ({ name, required: false, description })
const theirs = (where: string) =>
  `Made by the provider: ${where}. Give it when you connect, or afterwards with rotate-secret.`
const yours = 'Made here when you connect, or chosen by you; put it into the webhook’s secret field.'

export const providers: readonly Info[] = [
  {
    provider: 'zendesk',
    name: 'Zendesk',
    records: ['support_ticket'],
    description: 'Tickets and their comments become support tickets with messages.',
    events: [...zendeskEvents, '{ "ticket": … } of a trigger'],
    verification: {
      scheme: 'base64 HMAC-SHA256 of the timestamp header followed by the body',
      headers: ['X-Zendesk-Webhook-Signature', 'X-Zendesk-Webhook-Signature-Timestamp'],
      tolerance_seconds: toleranceSeconds.zendesk,
      secret: theirs('“Reveal secret” on the webhook'),
    },
    fields: [source, optional('config.account_id', 'Only deliveries of this account.')],
    pull: false,
    sample_payload: samples.zendesk,
  },
  {
    provider: 'intercom',
    name: 'Intercom',
    records: ['support_ticket', 'contact'],
    description: 'Conversations become support tickets with messages, contacts become contacts.',
    events: [
      'conversation.user.created',
      'conversation.user.replied',
      'conversation.admin.replied',
      'conversation.admin.closed',
      'contact.user.created',
      'contact.lead.created',
    ],
    verification: {
      scheme: 'sha1= and the hex HMAC-SHA1 of the body',
      headers: ['X-Hub-Signature'],
      tolerance_seconds: toleranceSeconds.intercom,
      secret: theirs('the client secret of your app'),
    },
    fields: [source, optional('config.app_id', 'Only deliveries of this workspace.')],
    pull: false,
    sample_payload: samples.intercom,
  },
  {
    provider: 'slack',
    name: 'Slack',
    records: ['feedback'],
    description: 'Messages in the chosen channels become feedback; a thread is one item.',
    events: ['message.channels', 'message.groups'],
    verification: {
      scheme: 'v0= and the hex HMAC-SHA256 of v0:timestamp:body',
      headers: ['X-Slack-Signature', 'X-Slack-Request-Timestamp'],
      tolerance_seconds: toleranceSeconds.slack,
      secret: theirs('the signing secret of your app'),
    },
    fields: [
      source,
      optional('config.channels', 'Only these channels, by id.'),
      optional('config.team_id', 'Only this workspace.'),
    ],
    pull: false,
    sample_payload: samples.slack,
  },
  {
    provider: 'linear',
    name: 'Linear',
    records: ['project_link'],
    description:
      'Issues and projects that a Project is linked to: state, title and address are kept up to date. ' +
      'Nothing is sent to Linear.',
    events: ['Issue', 'Project'],
    verification: {
      scheme: 'hex HMAC-SHA256 of the body; the body’s webhookTimestamp says when it was sent',
      headers: ['Linear-Signature'],
      tolerance_seconds: toleranceSeconds.linear,
      secret: theirs('the signing secret on the webhook’s page'),
    },
    fields: [],
    pull: false,
    sample_payload: samples.linear,
  },
  {
    provider: 'jira',
    name: 'Jira',
    records: ['project_link'],
    description: 'Issues that a Project is linked to: state and title are kept up to date. Nothing is sent to Jira.',
    events: ['jira:issue_updated', 'jira:issue_deleted'],
    verification: {
      scheme: 'sha256= and the hex HMAC-SHA256 of the body',
      headers: ['X-Hub-Signature'],
      tolerance_seconds: toleranceSeconds.jira,
      secret: yours,
    },
    fields: [],
    pull: false,
    sample_payload: samples.jira,
  },
  {
    provider: 'generic',
    name: 'Anything else',
    records: ['feedback', 'support_ticket', 'contact', 'nps_response'],
    description: 'JSON of any shape, by a mapping of paths to fields.',
    events: [],
    verification: {
      scheme:
        'Standard Webhooks (base64 HMAC-SHA256 of id.timestamp.body), or sha256= and the hex HMAC-SHA256 of the body',
      headers: ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Signature-256'],
      tolerance_seconds: toleranceSeconds.generic,
      secret: yours,
    },
    fields: [
      source,
      optional('mapping', 'Where each field is; without it the payload is read by our own names.'),
      optional('config.signature', 'Which of the two schemes is accepted; both when absent.'),
    ],
    pull: false,
    sample_payload: samples.generic,
  },
]
