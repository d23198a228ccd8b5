import type { Static } from 'typebox'
import type { RegroupingDetail } from '#contract/resources/regrouping-shapes.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { applyGrouping } from './apply-grouping.ts'
import { type GroupingChanges, groupingChanges } from './changes.ts'
import type { Grouping, GroupingPlan } from './grouping.ts'
import { isMoved, isRenamed } from './plan.ts'
import { showRegrouping } from './present.ts'
import { countGroups, insertRegrouping, type RegroupingRow } from './queries.ts'
import { undoOf } from './undo-grouping.ts'

/** `user`: null if nobody has looked at it. */
type RegroupingOrigin = { user: string | null; changeSet?: string | null; overridePeople?: boolean; pinned: boolean }

type RegroupingEvent = {
  type: 'regrouping.applied' | 'theme.created' | 'theme.updated' | 'subtheme.created' | 'subtheme.updated'
  object: RegroupingRow | { id: string; name: string; theme_id?: string }
  previous?: { name: string; theme_id?: string }
}

/** Applies a grouping and stores what it changed and what an undo needs. */
export async function storeRegrouping(
  ctx: { db: Db; org: string },
  grouping: Grouping,
  { user, changeSet = null, overridePeople = false, pinned }: RegroupingOrigin,
): Promise<{ shown: Static<typeof RegroupingDetail>; events: RegroupingEvent[] }> {
  const { db, org } = ctx
  const { plan, decided, stored } = await applyGrouping(ctx, grouping, { overridePeople, pinned })
  const counts = await countGroups(db, org, {
    themes: [...stored.themes.keys(), ...plan.themes.map((one) => one.id)],
    subthemes: [...stored.subthemes.keys(), ...plan.subthemes.map((one) => one.id)],
  })
  const changes: GroupingChanges = groupingChanges(plan, stored, { counts, decided })
  const undo = undoOf(plan, stored.themes)
  const row = await insertRegrouping(db, org, {
    id: newId(),
    changeSet,
    user,
    movedCount: plan.moves.length,
    changes,
    undo,
  })
  return { shown: await showRegrouping(ctx, { ...row, changes }), events: regroupingEvents(row, plan) }
}

/** The regrouping by itself, and each theme and subtheme that it created or named. */
function regroupingEvents(row: RegroupingRow, { themes, subthemes }: GroupingPlan): RegroupingEvent[] {
  return [
    { type: 'regrouping.applied', object: row },
    ...themes.flatMap(({ id, name, before }): RegroupingEvent[] => {
      if (before === null) return [{ type: 'theme.created', object: { id, name } }]
      if (before.name === name) return []
      return [{ type: 'theme.updated', object: { id, name }, previous: { name: before.name } }]
    }),
    ...subthemes.flatMap((one): RegroupingEvent[] => {
      const { id, name, theme_id, before } = one
      const object = { id, name, theme_id }
      if (before === null) return [{ type: 'subtheme.created', object }]
      if (!isRenamed(one) && !isMoved(one)) return []
      return [{ type: 'subtheme.updated', object, previous: { name: before.name, theme_id: before.theme_id } }]
    }),
  ]
}
