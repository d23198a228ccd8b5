import type { TSchema } from 'typebox'
import { Event } from '#contract/core/event.ts'
import { eventNames } from '#contract/core/event-names.ts'
import { exampleOf } from '#contract/core/example.ts'
import { eventTexts } from '#contract/descriptions/enums/events.ts'
import { published, type DocumentSchema } from './openapi-schemas.ts'

/* What webhooks receive: a request for each event, which is the event of the feed. */

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})
const headers = [
  header(
    'webhook-id',
    'The id of the event; repeated deliveries have the same one.',
    'evt_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f',
  ),
  header('webhook-timestamp', 'When the request was sent, in seconds since 1970.', '1777716000'),
  header(
    'webhook-signature',
    'One or more signatures of id, timestamp and body, as Standard Webhooks defines them.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]
const responses = {
  '2XX': { description: 'The event was received. It is not sent again.' },
  '4XX': { description: 'The event is sent again later; after 410 the webhook is disabled.' },
}

const pascal = (type: string) => type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())
/** `project.status_changed` is ProjectStatusChangedEvent. */
const eventSchemaName = (type: string) => `${pascal(type)}Event`

export function webhooksOf(schemas: Record<string, DocumentSchema>) {
  const { type: _, ...others } = Event.properties
  return Object.fromEntries(
    eventNames.map((type) => {
      const schema = {
        ...Event,
        $id: eventSchemaName(type),
        description: `The event \`${type}\`: ${eventTexts[type]}.`,
        properties: { type: { type: 'string', const: type, description: 'What happened.' }, ...others },
      } as unknown as TSchema
      const body = { schema: eventReference(schema, schemas), example: exampleOf(schema as DocumentSchema) }
      return [type, { post: operation(type, body) }]
    }),
  )
}

const eventReference = (schema: TSchema, schemas: Record<string, DocumentSchema>) => {
  const { $ref } = published(schema, schemas, 'output')
  return { $ref }
}

const operation = (type: keyof typeof eventTexts, body: object) => ({
  operationId: `on${pascal(type)}`,
  summary: `The event ${type}`,
  description: `Sent to webhooks that want it: ${eventTexts[type]}.`,
  tags: ['webhooks'],
  security: [],
  parameters: headers,
  requestBody: { required: true, content: { 'application/json': body } },
  responses,
})
