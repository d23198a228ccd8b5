import type { scoringMethods } from '#contract/resources/scoring-methods.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound, throwApiError } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { findActiveMethod } from '#domain/ranking/queries-scores.ts'
import { lockRanks, updateRanks } from '#domain/ranking/queries-rank.ts'
import type { MethodFactor } from '#engine/opportunity-score.ts'
import { newId } from '#store/ids.ts'
import { pageById, pageByKeys } from '#store/page.ts'
import { pipelined } from '#store/pipelined.ts'
import { opportunityCategories } from '#vocabulary/categories.ts'
import type { ScoringKind } from '#vocabulary/score-factors.ts'
import { placeChanges } from './compare.ts'
import {
  countMethods,
  deactivateMethods,
  deleteMethod,
  findMethod,
  insertMethod,
  insertVersion,
  listComparedOpportunities,
  listMethods,
  listVersions,
  lockMethod,
  type MethodRow,
  updateMethod,
} from './queries.ts'
import { factorProblem, factorsOf } from './rules.ts'

const maxMethods = 50

function requireFactors(kind: ScoringKind, given: readonly MethodFactor[] | undefined): readonly MethodFactor[] {
  const factors = factorsOf(kind, given) ?? invalidField('body.factors', 'is required for weighted')
  const problem = factorProblem(kind, factors)
  return problem === undefined ? factors : invalidField('body.factors', problem)
}

type MethodInput = { name?: string; factors?: readonly MethodFactor[]; active?: boolean }

/** Scores follow in the same transaction. Locks ranks before rows, as everywhere. */
async function changeMethod(ctx: Ctx, id: string, { factors, ...input }: MethodInput): Promise<MethodRow> {
  const { db, org, user } = ctx
  const isScoring = factors !== undefined || input.active !== undefined
  if (isScoring) await lockRanks(db, org, opportunityCategories)
  const before = (await lockMethod(db, org, id)) ?? notFound('scoring method')
  const version = factors ? before.version + 1 : before.version
  if (factors) await insertVersion(db, org, { id, version, factors: requireFactors(before.kind, factors), user })
  if (input.active) await deactivateMethods(db, org, { except: id })
  const change = { ...input, version, ...(factors && { factors: JSON.stringify(factors) }) }
  const after = await updateMethod(db, org, id, change)
  if (isScoring && (before.active || after.active))
    await pipelined(
      db,
      opportunityCategories.map((category) => updateRanks(db, org, category)),
    )
  return after
}

export const handlers: Handlers<typeof scoringMethods> = {
  listScoringMethods: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (after) => listMethods(db, org, { limit: query.limit, after })),

  getScoringMethod: async ({ db, org }, { scoringMethodId }) =>
    (await findMethod(db, org, scoringMethodId)) ?? notFound('scoring method'),

  async createScoringMethod({ db, org, user }, { name, kind, factors: given }) {
    const factors = requireFactors(kind, given)
    if ((await countMethods(db, org)) >= maxMethods)
      throwApiError('INVALID_STATE', `There are already ${maxMethods} scoring methods; delete one first.`)
    const id = newId()
    const [method] = await pipelined(db, [
      insertMethod(db, org, { id, name, kind, factors }),
      insertVersion(db, org, { id, version: 1, factors, user }),
    ])
    return method
  },

  updateScoringMethod: (ctx, { scoringMethodId, ...input }) => changeMethod(ctx, scoringMethodId, input),

  async deleteScoringMethod({ db, org }, { scoringMethodId: id }) {
    const method = (await lockMethod(db, org, id)) ?? notFound('scoring method')
    if (method.active) throwApiError('INVALID_STATE', 'This scoring method is active; set active to false first.')
    await deleteMethod(db, org, id)
    return { id, deleted: true }
  },

  async listScoringMethodVersions({ db, org, cursors }, { scoringMethodId: id, ...query }) {
    if (!(await findMethod(db, org, id))) notFound('scoring method')
    const read = (version: number | undefined) =>
      listVersions(db, org, id, { limit: query.limit, ...(version !== undefined && { before: version }) })
    return pageByKeys(
      cursors,
      query,
      (keys) => read(keys && Number(keys[0])),
      ({ version }) => [version],
    )
  },

  async compareScoringMethod({ db, org }, { kind, factors: given, limit }) {
    const factors = [...requireFactors(kind, given)]
    const [active, rows] = await pipelined(db, [findActiveMethod(db, org), listComparedOpportunities(db, org)])
    const changes = placeChanges(rows, { kind, factors }, active !== undefined)
    return { opportunity_count: rows.length, moved_count: changes.length, data: changes.slice(0, limit) }
  },
}
