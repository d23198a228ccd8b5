import Type from 'typebox'
import { eventNames } from './event-names.ts'
import { closed, nullable, oneOf, OrgId, Time } from './shapes.ts'

export const EventType = oneOf(...eventNames)
export const EventId = Type.String({
  pattern: '^evt_[0-9a-f]{32}$',
  examples: ['evt_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'],
})

export const Event = Type.Object(
  {
    id: EventId,
    type: EventType,
    created_at: Time,
    org_id: OrgId,
    api_version: Type.Literal('v1'),
    actor: Type.Object(
      {
        type: oneOf('user', 'api_key', 'integration', 'system'),
        id: nullable(Type.String({ examples: ['user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'] })),
      },
      closed,
    ),
    data: Type.Object(
      {
        object: nullable(
          Type.Record(Type.String(), Type.Unknown(), {
            examples: [{ id: '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f' }],
            description: 'The object as the API returned it at that time; null once it was erased.',
          }),
        ),
        previous: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            examples: [{ status: 'not_started' }],
            description: 'The previous values of the changed fields.',
          }),
        ),
        truncated: Type.Optional(
          Type.Boolean({ description: 'The object was too large to be included; read it by its id.' }),
        ),
      },
      closed,
    ),
  },
  { ...closed, $id: 'Event' },
)
