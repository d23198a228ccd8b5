import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'
import { lockLinkedThemes, recountThemes } from '#domain/findings/insights/links/queries.ts'
import { restoreConfidences } from '#domain/findings/analysis/queries-confidences.ts'
import type { Placement } from '#domain/findings/regroupings/grouping.ts'
import { isSamePlace } from '#domain/findings/regroupings/plan.ts'
import { lockPlacements } from '#domain/findings/regroupings/queries-stored.ts'
import { writePlacements } from '#domain/findings/regroupings/write-grouping.ts'
import {
  listSubthemeSnapshots,
  restoreSubthemeSnapshots,
  type SubthemeSnapshot,
} from '#domain/findings/subthemes/queries-snapshots.ts'
import {
  listThemeSnapshots,
  restoreThemeSnapshots,
  type ThemeSnapshot,
} from '#domain/findings/themes/queries-snapshots.ts'
import { dissolveEmptySubthemes } from '#domain/findings/subthemes/queries-placements.ts'
import { markThemesChanged } from '#domain/findings/synthesis/queries-model-switch.ts'
import { archiveEmptyThemes } from '#domain/findings/themes/queries-grouped.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { TaxonomyUndo } from './snapshot.ts'

/* Takes back a document of themes: everything that is still as it left it. */

type Writer = Pick<Ctx, 'db' | 'org'>
type Change<T> = { before: T | null; after: T }

export type UndoneThemes = {
  restored: number
  kept: number
  themes: readonly ThemeSnapshot[]
  subthemes: readonly SubthemeSnapshot[]
  /** Names of themes that were changed since. */
  keptThemes: readonly string[]
}

export async function undoTaxonomyChange(ctx: Writer, undo: TaxonomyUndo): Promise<UndoneThemes> {
  const { db, org } = ctx
  for (const lock of ['theme-assignment', 'theme-merge']) await acquireLock(db, orgLock(org, lock))
  const changedThemes = undo.themes.map(({ after }) => after.id)
  const insights = undo.moves.map(({ before }) => before.insight)
  const placements = await lockPlacements(db, org, { insights, membersOf: [] })
  await lockLinkedThemes(db, org, changedThemes)
  const themes = unchanged(undo.themes, await listThemeSnapshots(db, org))
  const subthemes = unchanged(undo.subthemes, await listSubthemeSnapshots(db, org))
  if (subthemes.length > 0) await restoreSubthemeSnapshots(db, org, subthemes)
  const restored = await moveBack(ctx, undo, { placements, themes, subthemes })
  await recountThemes(db, org, changedThemes)
  await dissolveEmptySubthemes(db, org, createdIn(undo.subthemes))
  await archiveEmptyThemes(db, org, createdIn(undo.themes))
  await requireFreeNames(ctx, themes)
  if (themes.length > 0) await restoreThemeSnapshots(db, org, themes)
  await markThemesChanged(db, org)
  const taken = new Set(themes.map(({ id }) => id))
  const kept = undo.themes.filter(({ before, after }) => before !== null && !taken.has(after.id))
  return {
    restored,
    kept: undo.moves.length - restored,
    themes,
    subthemes,
    keptThemes: kept.map(({ after }) => after.name),
  }
}

const createdIn = <T extends { id: string }>(changes: readonly Change<T>[]) =>
  changes.flatMap(({ before, after }) => (before === null ? after.id : []))

/** What was there before and is as the document left it, as it was. */
function unchanged<T extends { id: string }>(changes: readonly Change<T>[], now: readonly T[]): T[] {
  const current = new Map(now.map((one) => [one.id, one]))
  return changes.flatMap(({ before, after }) =>
    before !== null && isDeepStrictEqual(current.get(after.id), after) ? before : [],
  )
}

const isLive = ({ archived_at, merged_into_id }: ThemeSnapshot) => archived_at === null && merged_into_id === null

async function requireFreeNames({ db, org }: Writer, restored: readonly ThemeSnapshot[]) {
  const own = new Set(restored.map(({ id }) => id))
  const others = (await listThemeSnapshots(db, org)).filter((one) => isLive(one) && !own.has(one.id))
  const taken = new Set(others.map(({ name }) => name.toLowerCase()))
  const conflict = restored.find((one) => isLive(one) && taken.has(one.name.toLowerCase()))
  if (conflict)
    throwApiError('DUPLICATE', `A name cannot be taken back: there is another theme called “${conflict.name}”.`)
}

type Now = {
  placements: readonly Placement[]
  themes: readonly ThemeSnapshot[]
  subthemes: readonly SubthemeSnapshot[]
}

/** Insights that are still where the document put them go back; answers how many. */
async function moveBack(ctx: Writer, undo: TaxonomyUndo, { placements, themes, subthemes }: Now): Promise<number> {
  const { db, org } = ctx
  const themesThen = [...(await listThemeSnapshots(db, org)), ...themes]
  const merged = new Map(themesThen.map(({ id, merged_into_id }) => [id, merged_into_id !== null]))
  const themeOf = new Map(
    (await listSubthemeSnapshots(db, org))
      .filter((one) => one.dissolved_at === null && one.merged_into_id === null)
      .map((one) => [one.id, one.theme_id]),
  )
  const now = new Map(placements.map((place) => [place.insight, place]))
  const moves = undo.moves.flatMap(({ before, after }) => {
    const place = now.get(before.insight)
    if (!place || !isSamePlace(place, after) || place.overridden !== after.overridden) return []
    const kept = before.themes.filter((id) => merged.get(id) === false)
    const links = before.subthemes.filter(({ id }) => kept.includes(themeOf.get(id)!))
    return { before: place, after: { ...before, themes: kept, subthemes: links } }
  })
  await writePlacements(ctx, moves, { movedSubthemes: subthemes.map(({ id }) => id).sort(), releases: false })
  const back = new Set(moves.map(({ before }) => before.insight))
  await restoreConfidences(
    db,
    org,
    undo.confidences.filter(({ id }) => back.has(id)),
  )
  return moves.length
}
