import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Day, Time } from '#contract/core/times.ts'
import { outcomeReasons, outcomeVerdicts } from '#vocabulary/outcomes.ts'

const Times = Type.Number({ minimum: 0, examples: [0.45] })
const Ratio = Type.Object({ ratio: Times, low: Times, high: Times }, { ...closed, $id: 'OutcomeRatio' })
const Verdict = oneOf(...outcomeVerdicts)

const judged = {
  verdict: Verdict,
  reason: nullable(oneOf(...outcomeReasons)),
  volume: nullable(Ratio),
  sentiment: nullable(Ratio),
  missing_customers: nullable(Count),
}
const name = Type.String({ examples: ['Large exports fail'] })
const Rate = nullable(Type.Number({ minimum: 0, examples: [4.2] }))

const ProjectOutcome = Type.Object(
  {
    project_id: Id,
    date: nullable(Day),
    weeks_before: Count,
    weeks_after: Count,
    next_verdict_on: nullable(Day),
    ...judged,
    measured_by: oneOf('subthemes', 'themes'),
    rate_before: Rate,
    rate_after: Rate,
    weeks: Type.Array(Type.Object({ week: Day, customers: Count, active_customers: Count }, closed), { maxItems: 38 }),
    parts: Type.Array(Type.Object({ type: oneOf('subtheme', 'theme'), id: Id, name, ...judged }, closed), {
      maxItems: 5,
    }),
    segments: Type.Array(Type.Object({ segment_id: Id, name, ...judged }, closed), { maxItems: 5 }),
    moved_to: Type.Array(Type.Object({ subtheme_id: Id, theme_id: Id, name }, closed), { maxItems: 8 }),
    earlier_verdicts: Type.Array(Type.Object({ weeks_after: Count, verdict: Verdict, decided_at: Time }, closed), {
      maxItems: 3,
    }),
  },
  { ...closed, $id: 'ProjectOutcome' },
)

/** Whether customers say less of it since a Project is done. */
export const projectOutcomes = defineRoutes({
  getProjectOutcome: {
    method: 'GET',
    path: '/projects/{projectId}/outcome',
    replica: true,
    summary: 'Read whether a Project changed what customers say',
    description:
      'Compares the 26 weeks before the date with up to 12 weeks after it, beside the themes that have none of the ' +
      'evidence. A verdict is given after 4, 8 and 12 whole weeks; at most 5 % of the verdicts on a Project that ' +
      'changed nothing are wrong.',
    params: pathIds('projectId'),
    query: Type.Object(
      { date: Type.Optional({ ...Day, description: 'When the Project took effect, if not when it was completed.' }) },
      closed,
    ),
    result: ProjectOutcome,
  },
})
