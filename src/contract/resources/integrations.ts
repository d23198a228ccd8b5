import Type from 'typebox'
import { Accepted } from './jobs.ts'
import { routes } from '#contract/core/route.ts'
import { closed, Deleted, Id, Name, nullable, oneOf, page, PageQuery, multiValue, When } from '#contract/core/shapes.ts'
import {
  Provider,
  IntegrationStatus,
  Frequency,
  Secret,
  FreeObject,
  Config,
  Integration,
  WithSecret,
  ProviderInfo,
  InboundEvent,
  MappedRecord,
  integrationId,
  mapping,
} from './integration-shapes.ts'

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
      {
        ...PageQuery,
        provider: Type.Optional(multiValue(Provider)),
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
    path: '/integrations/{integrationId}/sync',
    summary: 'Take in what was left out of the kept deliveries, after a change of mapping for example',
    status: 202,
    description:
      'Reprocesses the deliveries of the last seven days that were ignored or did not match the mapping. The ' +
      'provider is not contacted.',
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
        status: Type.Optional(multiValue(oneOf('accepted', 'duplicate', 'ignored', 'rejected'))),
        created_after: Type.Optional(When),
        created_before: Type.Optional(When),
        include: Type.Optional(multiValue(oneOf('body'))),
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
