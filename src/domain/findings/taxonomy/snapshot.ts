import { isDeepStrictEqual } from 'node:util'
import type { Placement } from '#domain/findings/regroupings/grouping.ts'
import { listConfidences, type StoredConfidence } from '#domain/findings/analysis/queries-confidences.ts'
import { isSamePlace } from '#domain/findings/regroupings/plan.ts'
import { lockPlacements } from '#domain/findings/regroupings/queries-stored.ts'
import { listSubthemeSnapshots, type SubthemeSnapshot } from '#domain/findings/subthemes/queries-snapshots.ts'
import { listThemeSnapshots, type ThemeSnapshot } from '#domain/findings/themes/queries-snapshots.ts'
import type { Db } from '#store/open.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import { pipelined } from '#store/pipelined.ts'
import type { TaxonomyPlan } from './plan.ts'
import { listInsightIdsOfThemes } from './queries.ts'

/* How a document of themes finds everything that it changes, and how it leaves it. */

type Change<T> = { before: T | null; after: T }
export type TaxonomyUndo = {
  themes: Change<ThemeSnapshot>[]
  subthemes: Change<SubthemeSnapshot>[]
  moves: { before: Placement; after: Placement }[]
  /** As they were. */
  confidences: StoredConfidence[]
}

type Scope = { db: Db; org: string }
type Affected = { insights: readonly string[]; membersOf: readonly string[] }
type TaxonomySnapshot = {
  themes: ThemeSnapshot[]
  subthemes: SubthemeSnapshot[]
  placements: Placement[]
  confidences: StoredConfidence[]
}

/** What a plan may change; locks these insights. */
export async function lockAffected({ db, org }: Scope, { diff, moves }: TaxonomyPlan): Promise<Affected> {
  await acquireLock(db, orgLock(org, 'theme-merge'))
  const merged = diff.targets.flatMap(({ merges }) => merges.map(({ id }) => id))
  const ofMerged = merged.length > 0 ? await listInsightIdsOfThemes(db, org, merged) : []
  const moved = diff.targets.flatMap(({ subthemes }) => subthemes.flatMap((one) => (one.isMoved && one.current) || []))
  return {
    insights: [...new Set([...moves.map(({ id }) => id), ...ofMerged])],
    membersOf: [...moved, ...diff.removedSubthemes].map(({ id }) => id),
  }
}

export async function readSnapshot({ db, org }: Scope, affected: Affected): Promise<TaxonomySnapshot> {
  const placements = await lockPlacements(db, org, affected)
  const [themes, subthemes, confidences] = await pipelined(db, [
    listThemeSnapshots(db, org),
    listSubthemeSnapshots(db, org),
    listConfidences(db, org, affected.insights),
  ])
  return { placements, themes, subthemes, confidences }
}

const changed = <T extends { id: string }>(before: readonly T[], after: readonly T[]): Change<T>[] => {
  const was = new Map(before.map((one) => [one.id, one]))
  return after
    .map((one) => ({ before: was.get(one.id) ?? null, after: one }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
}

/** Insights that were in subthemes are compared as well, although they are in none any more. */
export async function undoBetween({ db, org }: Scope, before: TaxonomySnapshot): Promise<TaxonomyUndo> {
  const insights = before.placements.map(({ insight }) => insight)
  const after = await readSnapshot({ db, org }, { insights, membersOf: [] })
  const now = new Map(after.placements.map((one) => [one.insight, one]))
  const moves = before.placements
    .map((place) => ({ before: place, after: now.get(place.insight)! }))
    .filter((move) => !isSamePlace(move.before, move.after) || move.before.overridden !== move.after.overridden)
  const moved = new Set(moves.map((move) => move.before.insight))
  return {
    themes: changed(before.themes, after.themes),
    subthemes: changed(before.subthemes, after.subthemes),
    moves,
    confidences: before.confidences.filter(({ id }) => moved.has(id)),
  }
}
