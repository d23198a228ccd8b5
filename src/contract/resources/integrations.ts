import Type from 'typebox'
import { Accepted } from './jobs.ts'
import { routes } from '#contract/core/route.ts'
import { Metadata } from '#contract/core/batch-rows.ts'
import {
  closed,
  Count,
  Deleted,
  Id,
  Name,
  nullable,
  oneOf,
  page,
  PageQuery,
  several,
  Time,
  UserId,
  When,
} from '#contract/core/shapes.ts'

export const providerNames = ['zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic'] as const
const Provider = oneOf(...providerNames)
const IntegrationStatus = oneOf('pending', 'connected', 'degraded', 'error', 'disabled')
export const mappedRecords = ['feedback', 'support_ticket', 'contact', 'nps_response'] as const
const RecordType = oneOf('feedback', 'support_ticket', 'contact', 'nps_response', 'project_link')
const Frequency = oneOf('hourly', 'daily', 'weekly')
const Slug = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  description: 'What its records name as their source.',
  examples: ['support-desk'],
})
const Path = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Where a value is: $, .name, [n] and [*] for each.',
  examples: ['$.data.text'],
})
const Secret = Type.String({
  minLength: 16,
  maxLength: 256,
  pattern: '^[\\u0021-\\u007e]+$',
  description: 'The signing secret; one is made when none is given.',
  examples: ['8f742231b10e8888abcd99yyyzzz85a5'],
})
const free = Type.Record(Type.String(), Type.Unknown(), {
  examples: [{ text: 'CSV export fails for more than 10k rows' }],
})

const Config = Type.Partial(
  Type.Object({
    source: Slug,
    channels: Type.Array(Name('C024BE91L', 64), {
      maxItems: 100,
      uniqueItems: true,
      description: 'slack: only these channels; all when empty.',
    }),
    team_id: { ...Name('T0001', 64), description: 'slack: only this workspace.' },
    app_id: { ...Name('a86dr8yl', 64), description: 'intercom: only this workspace.' },
    account_id: { ...Name('12514403', 64), description: 'zendesk: only this account.' },
    signature: {
      ...oneOf('any', 'standard', 'sha256'),
      description: 'generic: Standard Webhooks headers, X-Signature-256, or either.',
    },
  }),
  { ...closed, examples: [{ source: 'support-desk' }] },
)

const Mapping = Type.Object(
  {
    record: oneOf(...mappedRecords),
    items: Type.Optional({
      ...Path,
      description: 'Each match becomes a record; the whole payload when absent.',
      examples: ['$.data[*]'],
    }),
    fields: Metadata(
      Type.Record(Type.String(), Path, {
        minProperties: 1,
        maxProperties: 60,
        description: 'Field of the record → where its value is.',
        examples: [{ content: '$.text', external_id: '$.id' }],
      }),
    ),
    when: Type.Optional(
      Type.Object(
        {
          path: Path,
          equals: Type.Union([Name('comment', 500), Type.Number(), Type.Boolean(), Type.Null()]),
        },
        {
          ...closed,
          description: 'Only items of which this holds.',
          examples: [{ path: '$.type', equals: 'comment' }],
        },
      ),
    ),
  },
  {
    ...closed,
    examples: [
      { record: 'feedback', fields: { content: '$.text', external_id: '$.id', 'contact.email': '$.user.email' } },
    ],
  },
)

export const Integration = Type.Object(
  {
    id: Id,
    provider: Provider,
    name: Type.String({ examples: ['Support desk'] }),
    status: IntegrationStatus,
    direction: Type.Literal('inbound'),
    config: Type.Object({ ...Config.properties, source: Slug }, closed),
    mapping: nullable(Mapping),
    inbound_url: Type.String({
      description: 'Where the provider sends to.',
      examples: ['https://feedback.example.com/hooks/v1/pQ3v…'],
    }),
    secret_hint: nullable(Type.String({ description: 'The last characters of the secret.', examples: ['…85a5'] })),
    previous_secret_until: nullable({ ...Time, description: 'Until then the secret before is accepted too.' }),
    sync: Type.Object(
      { enabled: Type.Boolean(), frequency: Frequency, last_run_at: nullable(Time), next_run_at: nullable(Time) },
      closed,
    ),
    stats: Type.Object({ received: Count, accepted: Count, duplicates: Count, rejected: Count }, closed),
    last_event_at: nullable(Time),
    last_error: nullable(
      Type.Object(
        {
          code: Type.String({ examples: ['bad_signature'] }),
          message: Type.String({ examples: ['The signature is not the one of this secret.'] }),
          at: Time,
        },
        closed,
      ),
    ),
    created_by: UserId,
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Integration' },
)
const WithSecret = Type.Object(
  { ...Integration.properties, secret: { ...Secret, description: 'Shown now and never again.' } },
  { ...closed, $id: 'IntegrationWithSecret' },
)

const ProviderInfo = Type.Object(
  {
    provider: Provider,
    name: Type.String({ examples: ['Zendesk'] }),
    records: Type.Array(RecordType, { description: 'What its deliveries become.' }),
    description: Type.String({ examples: ['Tickets and their comments.'] }),
    events: Type.Array(Type.String({ examples: ['zen:event-type:ticket.created'] })),
    verification: Type.Object(
      {
        scheme: Type.String({ examples: ['base64 HMAC-SHA256 of timestamp and body'] }),
        headers: Type.Array(Type.String({ examples: ['X-Zendesk-Webhook-Signature'] })),
        tolerance_seconds: nullable(
          Type.Integer({ minimum: 0, description: 'How old a delivery may be.', examples: [300] }),
        ),
        secret: Type.String({
          description: 'Where the secret comes from.',
          examples: ['Reveal it in the webhook’s settings and give it with rotate-secret.'],
        }),
      },
      closed,
    ),
    fields: Type.Array(
      Type.Object(
        { name: Type.String({ examples: ['config.source'] }), required: Type.Boolean(), description: Type.String() },
        closed,
      ),
    ),
    pull: Type.Boolean({ description: 'Whether Earshot asks the provider by itself; it never does.' }),
    sample_payload: free,
  },
  { ...closed, $id: 'IntegrationProvider' },
)

const Kept = Type.Object(
  { type: RecordType, id: Id, result: oneOf('created', 'updated', 'unchanged', 'deleted') },
  closed,
)
export const InboundEvent = Type.Object(
  {
    id: Id,
    delivery_id: nullable(Type.String({ description: 'As the provider names it.', examples: ['8350205582'] })),
    type: nullable(Type.String({ examples: ['zen:event-type:ticket.created'] })),
    status: oneOf('accepted', 'duplicate', 'ignored', 'rejected'),
    reason: nullable(Type.String({ examples: ['bad_signature'] })),
    detail: nullable(Type.String({ examples: ['The signature is not the one of this secret.'] })),
    created_ids: Type.Array(Id),
    records: Type.Array(Kept, { description: 'What the delivery became.' }),
    replay_of_id: nullable(Id),
    body: Type.Optional(nullable(Type.String({ description: 'As it came, for seven days; the first 64 KB of it.' }))),
    created_at: Time,
  },
  { ...closed, $id: 'InboundEvent' },
)

const Tried = Type.Object({ type: RecordType, fields: Type.Record(Type.String(), Type.Unknown()) }, closed)

const integrationId = Type.Object({ integrationId: Id }, closed)
const mapping = nullable(Mapping)

export const integrations = routes({
  listIntegrationProviders: {
    method: 'GET',
    path: '/integrations/providers',
    summary: 'List what can be connected, and how its deliveries are verified',
    result: page(ProviderInfo),
  },
  listIntegrations: {
    method: 'GET',
    path: '/integrations',
    summary: 'List integrations, newest first',
    query: Type.Object(
      { ...PageQuery, provider: Type.Optional(several(Provider)), status: Type.Optional(several(IntegrationStatus)) },
      closed,
    ),
    result: page(Integration),
  },
  getIntegration: {
    method: 'GET',
    path: '/integrations/{integrationId}',
    summary: 'Read one integration',
    params: integrationId,
    result: Integration,
  },
  createIntegration: {
    method: 'POST',
    path: '/integrations',
    summary: 'Connect a provider; the secret is shown once',
    status: 201,
    admin: true,
    secret: true,
    body: Type.Object(
      {
        provider: Provider,
        name: Name('Support desk'),
        config: Type.Optional(Config),
        mapping: Type.Optional(mapping),
        secret: Type.Optional(Secret),
      },
      closed,
    ),
    result: WithSecret,
    errors: ['DUPLICATE'],
  },
  updateIntegration: {
    method: 'PATCH',
    path: '/integrations/{integrationId}',
    summary: 'Change an integration, or switch it off and on',
    params: integrationId,
    admin: true,
    body: Type.Partial(
      Type.Object({
        name: Name('Support desk'),
        config: Config,
        mapping,
        enabled: Type.Boolean(),
        sync: Type.Partial(Type.Object({ enabled: Type.Boolean(), frequency: Frequency }), {
          ...closed,
          minProperties: 1,
          examples: [{ enabled: true }],
        }),
      }),
      { ...closed, minProperties: 1 },
    ),
    result: Integration,
    errors: ['DUPLICATE'],
  },
  deleteIntegration: {
    method: 'DELETE',
    path: '/integrations/{integrationId}',
    summary: 'Disconnect a provider; what it sent stays',
    params: integrationId,
    admin: true,
    result: Deleted,
  },
  rotateIntegrationSecret: {
    method: 'POST',
    path: '/integrations/{integrationId}/rotate-secret',
    summary: 'Set another secret; the one before is accepted for 24 hours more',
    params: integrationId,
    admin: true,
    secret: true,
    body: Type.Object({ secret: Type.Optional(Secret) }, closed),
    result: WithSecret,
  },
  testIntegration: {
    method: 'POST',
    path: '/integrations/{integrationId}/test',
    summary: 'See what a payload would become; nothing is stored',
    params: integrationId,
    body: Type.Object({ payload: free }, closed),
    result: Type.Object(
      {
        type: nullable(Type.String({ examples: ['zen:event-type:ticket.created'] })),
        records: Type.Array(Tried),
        reason: nullable(
          Type.String({ description: 'Why nothing, or not all of it, would be taken.', examples: ['event_not_used'] }),
        ),
        detail: nullable(Type.String()),
      },
      closed,
    ),
  },
  syncIntegration: {
    method: 'POST',
    path: '/integrations/{integrationId}/sync',
    summary: 'Take in what was left out of the kept deliveries, after a change of mapping for example',
    status: 202,
    description:
      'Works through the deliveries of the last seven days that were ignored or did not fit. Nothing is asked of the provider.',
    params: integrationId,
    result: Accepted,
    errors: ['INVALID_STATE'],
  },
  listInboundEvents: {
    method: 'GET',
    path: '/integrations/{integrationId}/events',
    summary: 'List what a provider sent and what became of it, newest first',
    params: integrationId,
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(several(oneOf('accepted', 'duplicate', 'ignored', 'rejected'))),
        created_after: Type.Optional(When),
        created_before: Type.Optional(When),
        include: Type.Optional(several(oneOf('body'))),
      },
      closed,
    ),
    result: page(InboundEvent),
  },
  replayInboundEvent: {
    method: 'POST',
    path: '/integrations/{integrationId}/events/{inboundEventId}/replay',
    summary: 'Take a kept delivery in again',
    params: Type.Object({ integrationId: Id, inboundEventId: Id }, closed),
    result: InboundEvent,
    errors: ['INVALID_STATE'],
  },
})
