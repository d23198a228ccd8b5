import type { ErrorDetail } from '#contract/core/errors.ts'
import type { points } from '#contract/resources/points.ts'
import type { Ctx } from '#domain/context.ts'
import { type ApiError, invalidField, throwApiError } from '#domain/errors.ts'
import { proposeChanges } from '#domain/events/change-sets/propose.ts'
import { listInsightPoints } from '#domain/findings/insights/queries-list.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { listPointIds } from './queries.ts'
import { pointLine } from './rules.ts'

const maxPoints = 5000

type Assigned = { points: readonly string[]; theme: string | null; subtheme?: string | null | undefined }

/** Where a point was in the assignments as they were sent. */
type Sent = { assignment: number; point: number }

/** Each point with the id of its insight; errors name what is unknown, ambiguous or given twice. */
async function resolvePoints({ db, org }: Ctx, assignments: readonly Assigned[]) {
  const all = assignments.flatMap((one) => one.points)
  if (all.length > maxPoints)
    invalidField('body.assignments', `has ${all.length} points; at most ${maxPoints} are allowed`)
  const found = await listPointIds(db, org, [...new Set(all)])
  const ids = new Map<string, string[]>()
  for (const { id, handle } of found) {
    ids.set(id, [id])
    ids.set(handle, [...(ids.get(handle) ?? []), id])
  }
  const seen = new Set<string>()
  const details: ErrorDetail[] = []
  const sentAs: Sent[] = []
  const resolved = assignments.flatMap(({ points: given, ...place }, n) =>
    given.flatMap((point, m) => {
      const problem = (message: string) => {
        details.push({ path: `body.assignments.${n}.points.${m}`, message })
        return []
      }
      const [insight_id, second] = ids.get(point) ?? []
      if (insight_id === undefined) return problem(`there is no point ${point}`)
      if (second !== undefined) return problem(`${point} is the handle of several points; give the whole id`)
      if (seen.has(insight_id)) return problem(`${point} is given twice`)
      seen.add(insight_id)
      sentAs.push({ assignment: n, point: m })
      return { insight_id, ...place }
    }),
  )
  if (details[0])
    throwApiError('VALIDATION_ERROR', `${details[0].path}: ${details[0].message}`, { details: details.slice(0, 50) })
  return { resolved, sentAs }
}

const assignmentPath = /^body\.assignments\.(\d+)(?:\.(\w+))?$/

/** The regrouping has an assignment for each point; the error names what the caller sent, each once. */
function failedGrouping({ details = [], code, message }: ApiError, sentAs: readonly Sent[]): never {
  const pathOf = (path: string) => {
    const [, n, field] = assignmentPath.exec(path) ?? []
    if (n === undefined) return path
    const { assignment, point } = sentAs[Number(n)]!
    const isOfPoint = field === undefined || field === 'insight_id'
    return `body.assignments.${assignment}.${isOfPoint ? `points.${point}` : field}`
  }
  const sent = new Map(details.map((detail) => [pathOf(detail.path), detail]))
  const named = [...sent].map(([path, detail]) => ({ ...detail, path }))
  const [first, ...more] = named
  const others = more.length > 0 ? ` (and ${more.length} more: see the details)` : ''
  throwApiError(code, first ? `${first.path}: ${first.message}${others}` : message, { details: named })
}

type Group = {
  name: string
  previous_name: string | null
  created: boolean
  arriving_insight_count: number
  leaving_insight_count: number
  insight_count: number
}
type Outcome = {
  moved_insight_count: number
  unsorted: { arriving_insight_count: number }
  themes: Group[]
  subthemes: Group[]
}

const summaryOf = ({ name, previous_name, created, ...counts }: Group): Group => ({
  name,
  previous_name,
  created,
  arriving_insight_count: counts.arriving_insight_count,
  leaving_insight_count: counts.leaving_insight_count,
  insight_count: counts.insight_count,
})

export const handlers: Handlers<typeof points> = {
  listPoints: (ctx, query) => listInsightPoints(ctx, query, pointLine),

  async proposeGrouping(ctx, { title, description = null, assignments, ...grouping }) {
    const { resolved, sentAs } = await resolvePoints(ctx, assignments)
    const body = { ...grouping, assignments: resolved }
    const { row, responses } = await proposeChanges(ctx, {
      title,
      description,
      changes: [{ operation: 'regroup', body }],
      failed: (error) => failedGrouping(error, sentAs),
    })
    const { changes: _, ...change_set } = row
    const outcome = responses[0] as Outcome
    return {
      change_set,
      moved_insight_count: outcome.moved_insight_count,
      unsorted_insight_count: outcome.unsorted.arriving_insight_count,
      themes: outcome.themes.map(summaryOf),
      subthemes: outcome.subthemes.map(summaryOf),
    }
  },
}
