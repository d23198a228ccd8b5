import Type from 'typebox'
import { Id, UserId } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'
import { Cadence, rank, exampleText } from './competitor-shapes.ts'

const NamedRef = Type.Object({ id: Id, name: exampleText('Slow exports') }, closed)
const delta = Type.Number({ examples: [-2] })
export const CheckinSnapshot = Type.Union([
  Type.Object({ changed: Type.Literal(false) }, closed),
  Type.Object(
    {
      changed: Type.Literal(true),
      previous_run_id: nullable(Id),
      themes: Type.Array(
        Type.Object(
          {
            id: Id,
            name: exampleText('Slow exports'),
            rank: Type.Object({ before: rank, after: rank, delta }, closed),
          },
          closed,
        ),
      ),
      opportunities: Type.Array(
        Type.Object(
          {
            id: Id,
            title: exampleText('Slow exports'),
            impactScore: Type.Object(
              { before: Count, after: Count, delta },
              { ...closed, description: 'The impact score in whole points: +1 is more valuable.' },
            ),
          },
          closed,
        ),
      ),
      added: Type.Object({ insights: Count, themes: Type.Array(NamedRef) }, closed),
      removed: Type.Object({ themes: Type.Array(NamedRef) }, closed),
    },
    closed,
  ),
])

export const CheckinRun = Type.Object(
  {
    id: Id,
    status: oneOf('scheduled', 'running', 'completed', 'failed', 'skipped'),
    cadence: Cadence,
    scheduled_for: Time,
    started_at: nullable(Time),
    completed_at: nullable(Time),
    job_id: nullable(Id),
    error_code: nullable(exampleText('CREDIT_LIMIT_EXCEEDED')),
    snapshot: nullable(CheckinSnapshot),
  },
  { ...closed, $id: 'CheckinRun' },
)

export const Checkins = Type.Object(
  {
    enabled: Type.Boolean(),
    cadence: nullable(Cadence),
    next_run_at: nullable(Time),
    updated_at: Time,
    updated_by: nullable(UserId),
  },
  closed,
)
