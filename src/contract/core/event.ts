import Type from 'typebox'
import { eventNames } from './event-names.ts'
import { OrgId } from './ids.ts'
import { closed, nullable, oneOf } from './shapes.ts'
import { Time } from './times.ts'

export const EventType = { ...oneOf(...eventNames), $id: 'EventType' }
export const EventId = Type.String({
  pattern: '^evt_[0-9a-f]{32}$',
  examples: ['evt_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'],
})

export const Event = Type.Object(
  {
    id: { ...EventId, description: 'Identifies the event, also as `webhook-id`; later events have greater ids.' },
    type: { ...EventType, description: 'What happened.' },
    created_at: { ...Time, description: 'When it happened.' },
    org_id: { ...OrgId, description: 'The organization in which it happened.' },
    api_version: Type.Literal('v1', { description: 'The version of the format of the event.' }),
    actor: Type.Object(
      {
        type: {
          ...oneOf('user', 'api_key', 'integration', 'system'),
          $id: 'EventActorType',
          description: 'What kind of actor it was.',
        },
        id: {
          ...nullable(Type.String({ examples: ['user_019a8c1e7b5c7d3a9f4e2c6b8a1d0e5f'] })),
          description: 'The user, key or integration; null for the system.',
        },
      },
      { ...closed, description: 'Who or what caused it.' },
    ),
    data: Type.Object(
      {
        object: {
          ...nullable(
            Type.Record(Type.String(), Type.Unknown(), { examples: [{ id: '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f' }] }),
          ),
          description: 'The object as the API returned it at that time; null once it was erased.',
        },
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
      { ...closed, description: 'What it is about.' },
    ),
  },
  { ...closed, $id: 'Event' },
)
