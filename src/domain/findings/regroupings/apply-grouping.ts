import type { ErrorDetail } from '#contract/core/errors.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { lockLinkedThemes } from '#domain/findings/insights/links/queries.ts'
import { serializeCorrections } from '#domain/findings/subthemes/corrections.ts'
import { newId } from '#store/ids.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import { formProblems, idProblems, nameProblems } from './check.ts'
import type { Grouping, GroupingPlan, StoredGroups } from './grouping.ts'
import { type PeoplesDecisions, peoplesDecisions, planMoves, planNames } from './plan.ts'
import {
  listGroupedSubthemes,
  listGroupedThemes,
  type LockedTheme,
  lockGroupedSubthemes,
  lockPlacements,
} from './queries-stored.ts'
import { writeGrouping } from './write-grouping.ts'

type GroupingOptions = {
  /** Also moves and renames what people placed, named or pinned. */
  overridePeople: boolean
  /** The analysis does not rename what this names. */
  pinned: boolean
}

/** `stored`: how things were before. */
type AppliedGrouping = { plan: GroupingPlan; decided: PeoplesDecisions; stored: Stored }

/**
 * Regroups insights, all or nothing, in the transaction of the caller. It throws when the grouping is not possible,
 * with every id and handle at fault.
 */
export async function applyGrouping(
  ctx: Pick<Ctx, 'db' | 'org'>,
  grouping: Grouping,
  options: GroupingOptions,
): Promise<AppliedGrouping> {
  throwProblems(formProblems(grouping))
  const stored = await lockStored(ctx, grouping)
  throwProblems(idProblems(grouping, stored))
  const named = planNames(grouping, stored, newId)
  throwProblems(nameProblems(named, stored))
  const plan = { ...named, moves: planMoves(grouping, named, stored) }
  const decided = peoplesDecisions(plan)
  if (!options.overridePeople) throwProblems(decisionProblems(grouping, plan, decided))
  await writeGrouping(ctx, plan, { ...stored, pinned: options.pinned })
  return { plan, decided, stored }
}

type Stored = StoredGroups & { themes: ReadonlyMap<string, LockedTheme> }

async function lockStored(ctx: Pick<Ctx, 'db' | 'org'>, grouping: Grouping): Promise<Stored> {
  const { db, org } = ctx
  await serializeCorrections(ctx)
  const themeIds = grouping.themes.flatMap((one) => one.id ?? [])
  const subthemeIds = grouping.subthemes.flatMap((one) => one.id ?? [])
  const read = await listGroupedSubthemes(db, org, subthemeIds)
  const placements = await lockPlacements(db, org, {
    insights: grouping.assignments.map((one) => one.insight_id),
    membersOf: movedSubthemes(grouping, new Map(read.map((one) => [one.id, one.theme_id]))),
  })
  await lockLinkedThemes(db, org, [
    ...new Set([...themeIds, ...placements.flatMap((one) => one.themes), ...read.map((one) => one.theme_id)]),
  ])
  const ids = [...new Set([...subthemeIds, ...placements.flatMap((one) => one.subthemes.map((link) => link.id))])]
  const subthemes = new Map(
    (await lockGroupedSubthemes(db, org, { ids, themes: themeIds })).map((one) => [one.id, one]),
  )
  // Themes were merged in between.
  if (read.some((one) => subthemes.get(one.id)?.theme_id !== one.theme_id)) throw new RetryTransactionError()
  return {
    themes: new Map((await listGroupedThemes(db, org)).map((one) => [one.id, one])),
    subthemes,
    placements: new Map(placements.map((one) => [one.insight, one])),
  }
}

/** The subthemes of the grouping that come to another theme. */
function movedSubthemes({ themes, subthemes }: Grouping, themeOf: ReadonlyMap<string, string>): string[] {
  const idOf = new Map(themes.map((one) => [one.handle, one.id]))
  return subthemes.flatMap(({ id, theme }) =>
    id !== undefined && themeOf.has(id) && themeOf.get(id) !== idOf.get(theme) ? [id] : [],
  )
}

const decidedCode = 'DECIDED_BY_PERSON'

/** Each id that people have decided about, where the grouping names it. */
function decisionProblems(grouping: Grouping, plan: GroupingPlan, decided: PeoplesDecisions): ErrorDetail[] {
  const assignmentOf = new Map(grouping.assignments.map((one, n) => [one.insight_id, n]))
  const problem = (path: string, id: string, what: string) => ({
    path,
    message: `${id} was ${what} by a person; leave it as it is, or propose it with override_people`,
    code: decidedCode,
  })
  const placeOf = (id: string) => (assignmentOf.has(id) ? `body.assignments.${assignmentOf.get(id)}` : 'body.subthemes')
  return [
    ...decided.themes.map((id) =>
      problem(`body.themes.${plan.themes.findIndex((one) => one.id === id)}`, id, 'named or pinned'),
    ),
    ...decided.subthemes.map((id) =>
      problem(`body.subthemes.${plan.subthemes.findIndex((one) => one.id === id)}`, id, 'named or pinned'),
    ),
    ...decided.insights.map((id) => problem(placeOf(id), id, 'placed')),
  ]
}

/** More would not be read. */
const maxDetails = 50

function throwProblems(details: readonly ErrorDetail[]) {
  const [first] = details
  if (!first) return
  const more = details.length > 1 ? ` (and ${details.length - 1} more problems)` : ''
  throwApiError('VALIDATION_ERROR', `${first.path}: ${first.message}${more}`, { details: details.slice(0, maxDetails) })
}
