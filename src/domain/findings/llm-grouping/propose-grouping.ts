import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import { storeRegrouping } from '#domain/findings/regroupings/store-regrouping.ts'
import { throwApiError } from '#domain/errors.ts'
import type { ModelGrouping } from '#llm/model-grouping.ts'
import type { Db } from '#store/open.ts'
import { findProposedGrouping, type ProposedTheme, requestGrouping, updateProposal } from './queries.ts'
import { listPoints, listPresentSubthemes, listPresentThemes } from './queries-points.ts'

/* What the language model has proposed: stored for a person to look at, and applied. */

/** It changes no insight. */
export async function proposeGrouping(db: Db, org: string, grouping: ModelGrouping) {
  await updateProposal(db, org, { grouping, summary: summaryOf(grouping) })
}

const summaryOf = ({ themes, subthemes, assignments }: ModelGrouping): ProposedTheme[] =>
  themes.map(({ handle, id, name }) => ({
    name,
    is_new: id === undefined,
    insight_count: assignments.filter(({ theme }) => theme === handle).length,
    subthemes: subthemes.filter(({ theme }) => theme === handle).map((one) => one.name),
  }))

/** The stored proposal without the insights that were deleted or placed by a person since. */
export async function readProposal(db: Db, org: string): Promise<ModelGrouping> {
  const grouping = await findProposedGrouping(db, org)
  if (!grouping) throwApiError('INVALID_STATE', 'There is no proposal of the language model.')
  const current = await withoutChanged(db, org, grouping)
  if (current) return current
  throwApiError(
    'INVALID_STATE',
    'Themes have changed since the proposal was made. Set `grouping` to `propose` again for a new one.',
  )
}

/** Undefined if a theme or a subtheme of it is no longer there. What people have named keeps its texts. */
async function withoutChanged(db: Db, org: string, grouping: ModelGrouping): Promise<ModelGrouping | undefined> {
  const points = new Set((await listPoints(db, org)).map(({ id }) => id))
  const themes = new Map((await listPresentThemes(db, org)).map((one) => [one.id, one]))
  const subthemes = new Map((await listPresentSubthemes(db, org)).map((one) => [one.id, one]))
  const isGone = ({ id }: { id?: string }) => id !== undefined && !themes.has(id) && !subthemes.has(id)
  if ([...grouping.themes, ...grouping.subthemes].some(isGone)) return undefined
  return {
    themes: grouping.themes.map((one) => {
      const { id, name, is_fixed } = themes.get(one.id ?? '') ?? {}
      return id !== undefined && name !== undefined && is_fixed ? { handle: one.handle, id, name } : one
    }),
    subthemes: grouping.subthemes.map((one) => ({ ...one, name: subthemes.get(one.id ?? '')?.name ?? one.name })),
    assignments: grouping.assignments.filter((one) => points.has(one.insight_id)),
  }
}

/** Without a person who looks at it: where an admin has said so. */
export async function applyByItself(
  { org, id, user }: Pick<JobRun, 'org' | 'id' | 'user'>,
  db: Db,
  grouping: ModelGrouping,
) {
  const current = await withoutChanged(db, org, grouping)
  if (!current) return requestGrouping(db, org)
  const { events } = await storeRegrouping({ db, org }, current, { user: null, pinned: false })
  const origin = { operation: 'language_model_grouping', actor: { type: 'system' as const, id }, user, requestId: null }
  await db.run(
    insertEvents(
      org,
      origin,
      events.map(({ type, object, previous }) => ({
        type,
        resource: object.id,
        object: JSON.stringify(object),
        previous: previous ? JSON.stringify(previous) : null,
      })),
    ),
  )
}
