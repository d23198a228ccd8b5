import Type from 'typebox'
import { Event, EventId, EventType } from '#contract/core/event.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, multiValue, oneOf, withDefault } from '#contract/core/shapes.ts'
import { When } from '#contract/core/times.ts'
import {
  EventPattern,
  Webhook,
  WebhookWithSecret,
  Delivery,
  writableWebhookFields,
  optionalFields,
  eventPatternsField,
  url,
} from './webhook-shapes.ts'

export const events = defineRoutes({
  listEvents: {
    method: 'GET',
    path: '/events',
    summary: 'What happened, oldest first, for 30 days',
    description:
      'To follow the feed, call again with after = the id of the last event. New events never appear before events ' +
      'that were already returned.',
    query: Type.Object(
      {
        ...PageQuery,
        types: Type.Optional(multiValue(EventPattern)),
        after: Type.Optional(EventId),
        created_after: Type.Optional(When),
      },
      closed,
    ),
    result: page(Event),
  },
  getEvent: {
    method: 'GET',
    path: '/events/{eventId}',
    summary: 'Read one event',
    params: Type.Object({ eventId: EventId }, closed),
    result: Event,
  },
})

export const webhooks = defineRoutes({
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    summary: 'List webhooks, newest first',
    query: Type.Object(
      { ...PageQuery, status: Type.Optional(multiValue(oneOf('active', 'paused', 'disabled'))) },
      closed,
    ),
    result: page(Webhook),
  },
  getWebhook: {
    method: 'GET',
    path: '/webhooks/{webhookId}',
    summary: 'Read one webhook',
    params: pathIds('webhookId'),
    result: Webhook,
  },
  createWebhook: {
    method: 'POST',
    effect: 'adds',
    path: '/webhooks',
    summary: 'Create a webhook; the response contains the signing secret, once',
    status: 201,
    admin: true,
    secret: true,
    description:
      'Signed as Standard Webhooks. At most 25. Delivered at least once and in no guaranteed order: deduplicate by ' +
      'webhook-id.',
    body: Type.Object(
      { url, events: eventPatternsField, ...Type.Partial(Type.Object(optionalFields)).properties },
      closed,
    ),
    result: WebhookWithSecret,
    errors: ['DUPLICATE', 'INVALID_STATE'],
  },
  updateWebhook: {
    method: 'PATCH',
    effect: 'updates',
    path: '/webhooks/{webhookId}',
    summary: 'Change, pause or switch on a webhook',
    params: pathIds('webhookId'),
    admin: true,
    description:
      'With `status: active` a paused or disabled webhook is enabled again and its failures are forgotten. Events ' +
      'that occurred meanwhile and deliveries that were still to be repeated are then sent, as far as the feed ' +
      'goes back; deliveries that failed for good can be replayed.',
    body: anyOfFields({
      ...writableWebhookFields,
      status: oneOf('active', 'paused'),
      enabled: Type.Boolean({ description: 'The same as `status`: true is active, false is paused.' }),
    }),
    result: Webhook,
    errors: ['DUPLICATE'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    summary: 'Delete a webhook',
    params: pathIds('webhookId'),
    admin: true,
    result: Deleted,
  },
  testWebhook: {
    method: 'POST',
    effect: 'adds',
    external: true,
    path: '/webhooks/{webhookId}/test',
    summary: 'Send a realistic, signed test event and say how it went',
    noDryRun: 'it sends a request to the webhook.',
    params: pathIds('webhookId'),
    admin: true,
    description:
      'Sent immediately, also to a paused webhook; returns status, duration and the beginning of the response.',
    body: Type.Object({ event_type: withDefault(EventType, 'project.status_changed') }, closed),
    result: Delivery,
  },
  rotateWebhookSecret: {
    method: 'POST',
    effect: 'removes',
    path: '/webhooks/{webhookId}/rotate-secret',
    summary: 'Make a new signing secret; both sign for 24 hours',
    params: pathIds('webhookId'),
    admin: true,
    secret: true,
    result: WebhookWithSecret,
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    summary: 'What was sent and how it went, newest first',
    params: pathIds('webhookId'),
    query: Type.Object(
      {
        ...PageQuery,
        status: Type.Optional(multiValue(oneOf('pending', 'delivered', 'failed'))),
        event_type: Type.Optional(multiValue(EventType)),
      },
      closed,
    ),
    result: page(Delivery),
  },
  getWebhookDelivery: {
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}',
    summary: 'Read one delivery, or wait for it to end',
    params: pathIds('webhookId', 'deliveryId'),
    query: Type.Object(
      {
        wait: withDefault(
          Type.Integer({
            minimum: 0,
            maximum: 30,
            examples: [15],
            description: 'Seconds to wait for the end of the first attempt.',
          }),
          0,
        ),
      },
      closed,
    ),
    result: Delivery,
  },
  replayWebhookDelivery: {
    method: 'POST',
    effect: 'adds',
    external: true,
    path: '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    summary: 'Send the same event again, under the same id',
    status: 202,
    params: pathIds('webhookId', 'deliveryId'),
    admin: true,
    audit: 'ids',
    result: Delivery,
    errors: ['INVALID_STATE'],
  },
})
