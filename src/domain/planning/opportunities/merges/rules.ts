import type { MovedRank } from '#domain/planning/opportunities/queries-merge.ts'
import type { RaisedImportance } from '#domain/planning/references/queries-merged-links.ts'

/* What the undo of a merge takes away, while other opportunities stay merged into the same one; pure. */

const kinds = ['insights', 'segments', 'projects', 'subthemes'] as const
/** The ids of what an opportunity is linked to. */
export type AddedLinks = Record<(typeof kinds)[number], string[]>
export type OpportunityMerge = { source_id: string; id: string; added: AddedLinks; raised: RaisedImportance[] }

type Undo = {
  removed: AddedLinks
  /** Evidence of which notes of the surviving opportunity go back with the other one. */
  noted: string[]
  restored: RaisedImportance[]
  /** The other merges, where what they added and raised is something else now. */
  changed: OpportunityMerge[]
}

/** What others have too stays, and is from then on what the first of them added. */
export function undoOfMerge(
  merge: OpportunityMerge,
  others: readonly OpportunityMerge[],
  linksOf: (source: string) => AddedLinks,
): Undo {
  const next = others.map(({ source_id, id, added, raised }) => ({
    source_id,
    id,
    added: Object.fromEntries(kinds.map((kind) => [kind, [...added[kind]]])) as AddedLinks,
    raised: [...raised],
  }))
  const raisedByOthers = new Set(others.flatMap(({ raised }) => raised.map(({ insight_id }) => insight_id)))
  const removed: AddedLinks = { insights: [], segments: [], projects: [], subthemes: [] }
  for (const kind of kinds)
    for (const id of merge.added[kind]) {
      const heir = next.find(({ source_id }) => linksOf(source_id)[kind].includes(id))
      if (!heir) {
        removed[kind].push(id)
        continue
      }
      heir.added[kind].push(id)
      if (kind === 'insights') heir.raised = heir.raised.filter(({ insight_id }) => insight_id !== id)
    }
  return {
    removed,
    noted: merge.added.insights.filter((id) => !raisedByOthers.has(id)),
    restored: merge.raised.filter((one) => !handOn(one, next)),
    changed: next,
  }
}

/** A later merge that raised it further gives back what was there before both. */
function handOn({ insight_id, before, after }: RaisedImportance, others: OpportunityMerge[]): boolean {
  for (const other of others) {
    const index = other.raised.findIndex((one) => one.insight_id === insight_id && one.before === after)
    if (index < 0) continue
    other.raised[index] = { ...other.raised[index]!, before }
    return true
  }
  return false
}

type Rank = Omit<MovedRank, 'later'>

/** Those whose rank a merge changed. */
export function movedRanks(before: readonly Rank[], after: readonly Rank[]): MovedRank[] {
  const later = new Map(after.map(({ id, rank }) => [id, rank]))
  return before.map((one) => ({ ...one, later: later.get(one.id) ?? null })).filter((one) => one.rank !== one.later)
}
