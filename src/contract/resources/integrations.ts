import Type from 'typebox'
import { Accepted } from './jobs.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault, withoutExample } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { createdRange, When } from '#contract/core/times.ts'
import { ProviderInfo } from './integration-provider-shapes.ts'
import {
  ProviderName,
  IntegrationStatus,
  Frequency,
  Secret,
  FreeObject,
  IntegrationConfig,
  Credential,
  Integration,
  IntegrationWithSecret,
  InboundEvent,
  MappedRecord,
  mapping,
} from './integration-shapes.ts'

const BackfillFrom = { ...When, description: 'Fetch items since then; 90 days ago by default.' } as typeof When

export const integrations = defineRoutes({
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
      {
        ...PageQuery,
        provider: Type.Optional(multiValue(ProviderName)),
        status: Type.Optional(multiValue(IntegrationStatus)),
      },
      closed,
    ),
    result: page(Integration),
  },
  getIntegration: {
    method: 'GET',
    path: '/integrations/{integrationId}',
    summary: 'Read one integration',
    params: pathIds('integrationId'),
    result: Integration,
  },
  createIntegration: {
    method: 'POST',
    effect: 'adds',
    external: true,
    path: '/integrations',
    summary: 'Connect a provider; the secret is shown once',
    status: 201,
    admin: true,
    secret: true,
    body: Type.Object(
      {
        provider: ProviderName,
        name: Name('Support desk'),
        config: Type.Optional(IntegrationConfig),
        mapping: Type.Optional(mapping),
        secret: Type.Optional(Secret),
        credential: Type.Optional(withoutExample(Credential)),
        backfill_from: Type.Optional(withoutExample(BackfillFrom)),
      },
      closed,
    ),
    result: IntegrationWithSecret,
    errors: ['DUPLICATE'],
  },
  testIntegrationConnection: {
    method: 'POST',
    effect: 'none',
    external: true,
    path: '/integrations/test-connection',
    summary: 'Read the first items of a provider and show what they would become; nothing is stored',
    noDryRun: 'it sends a request to the provider, and stores nothing anyway.',
    admin: true,
    body: Type.Object(
      {
        provider: { ...ProviderName, examples: ['app-store'] },
        config: { ...IntegrationConfig, examples: [{ app_id: '284882215', countries: ['us'] }] },
        mapping: Type.Optional(withoutExample(mapping)),
        credential: Type.Optional(withoutExample(Credential)),
      },
      closed,
    ),
    result: Type.Object(
      {
        connected: Type.Boolean(),
        records: Type.Array(MappedRecord, { maxItems: 5 }),
        total: nullable({ ...Count, description: 'How many items there are, where the provider says so.' }),
        error: nullable(
          Type.Object(
            { code: Type.String(), message: Type.String(), action: Type.String() },
            { ...closed, description: 'What went wrong and what to do.' },
          ),
        ),
      },
      closed,
    ),
  },
  updateIntegration: {
    method: 'PATCH',
    effect: 'overwrites',
    external: true,
    path: '/integrations/{integrationId}',
    summary: 'Change an integration, or switch it off and on',
    params: pathIds('integrationId'),
    admin: true,
    body: Type.Partial(
      Type.Object({
        name: Name('Support desk'),
        config: IntegrationConfig,
        mapping,
        enabled: Type.Boolean(),
        credential: withoutExample(Credential),
        pull: Type.Partial(Type.Object({ paused: Type.Boolean(), backfill_from: BackfillFrom }), {
          ...closed,
          minProperties: 1,
          description: 'Pause fetching, or fetch again from a date.',
          examples: [],
        }),
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
    summary: 'Disconnect a provider; what came in stays unless asked otherwise',
    params: pathIds('integrationId'),
    admin: true,
    query: Type.Object(
      {
        records: withDefault(
          { ...oneOf('keep', 'remove'), description: 'Whether to delete the feedback and tickets that came in.' },
          'keep',
        ),
      },
      closed,
    ),
    result: Deleted,
  },
  rotateIntegrationSecret: {
    method: 'POST',
    effect: 'removes',
    path: '/integrations/{integrationId}/rotate-secret',
    summary: 'Set another secret; the one before is accepted for 24 hours more',
    params: pathIds('integrationId'),
    admin: true,
    secret: true,
    body: Type.Object({ secret: Type.Optional(Secret) }, closed),
    result: IntegrationWithSecret,
  },
  testIntegration: {
    method: 'POST',
    effect: 'none',
    path: '/integrations/{integrationId}/test',
    summary: 'See what a payload would become; nothing is stored',
    params: pathIds('integrationId'),
    body: Type.Object({ payload: FreeObject }, closed),
    result: Type.Object(
      {
        type: nullable(Type.String({ examples: ['zen:event-type:ticket.created'] })),
        records: Type.Array(MappedRecord),
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
    effect: 'removes',
    external: true,
    path: '/integrations/{integrationId}/sync',
    summary: 'Fetch what is new now, and take in deliveries that were left out',
    status: 202,
    description:
      'Fetches from the provider where a credential is set. Reprocesses the deliveries of the last seven days that ' +
      'were ignored or did not match the mapping.',
    params: pathIds('integrationId'),
    result: Accepted,
    errors: ['INVALID_STATE'],
  },
  listInboundEvents: {
    method: 'GET',
    path: '/integrations/{integrationId}/events',
    summary: 'List what a provider sent and what became of it, newest first',
    params: pathIds('integrationId'),
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(multiValue(oneOf('accepted', 'duplicate', 'ignored', 'rejected'))),
        ...createdRange,
        include: Type.Optional(multiValue(oneOf('body'))),
      },
      closed,
    ),
    result: page(InboundEvent),
  },
  replayInboundEvent: {
    method: 'POST',
    effect: 'removes',
    path: '/integrations/{integrationId}/events/{inboundEventId}/replay',
    summary: 'Take a kept delivery in again',
    params: pathIds('integrationId', 'inboundEventId'),
    result: InboundEvent,
    errors: ['INVALID_STATE'],
  },
})
