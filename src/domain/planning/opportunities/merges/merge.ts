import type { Ctx } from '#domain/context.ts'
import {
  clearFilledColumns,
  copyProjectLinks,
  copySubthemeLinks,
  deleteProjectLinks,
  removeSubthemeLinks,
  fillColumns,
  listRanks,
  markOpportunityMerged,
  markOpportunityUnmerged,
  restorePreviousRanks,
} from '#domain/planning/opportunities/queries-merge.ts'
import { type OpportunityState, touchOpportunity } from '#domain/planning/opportunities/queries.ts'
import {
  copyEvidenceLinks,
  copyEvidenceNotes,
  copySegmentLinks,
  deleteEvidenceLinks,
  deleteSegmentLinks,
  listEvidenceSince,
  raiseImportance,
  restoreImportance,
} from '#domain/planning/references/queries-merged-links.ts'
import { measureOpportunities } from '#domain/ranking/queries-measure.ts'
import { updateRanks } from '#domain/ranking/queries-rank.ts'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import {
  deleteOpportunityMerge,
  type findOpportunityMerge,
  insertOpportunityMerge,
  listLinksOf,
  listMergedInto,
  listOtherMerges,
  updateOpportunityMerge,
} from './queries.ts'
import { type AddedLinks, movedRanks, undoOfMerge } from './rules.ts'

type Pair = { source: OpportunityState; target: OpportunityState }
type StoredMerge = NonNullable<Awaited<ReturnType<typeof findOpportunityMerge>>>
const noLinks: AddedLinks = { insights: [], segments: [], projects: [], subthemes: [] }

const categoriesOf = ({ source, target }: Pair) => [...new Set([source.category, target.category])].sort()

async function measure({ db, org }: Ctx, pair: Pair) {
  await measureOpportunities(db, org, [pair.source.id, pair.target.id])
  for (const category of categoriesOf(pair)) await updateRanks(db, org, category)
}

/** Both and their ranks are locked. The links of the source stay, so that they follow what becomes of the insights. */
export async function mergeOpportunity(ctx: Ctx, pair: Pair, { fills }: { fills: boolean }) {
  const { db, org } = ctx
  const move = { from: pair.source.id, to: pair.target.id }
  const ranks = await listRanks(db, org, categoriesOf(pair))
  const raised = await raiseImportance(db, org, move)
  const [insights, segments, projects, subthemes] = await pipelined(db, [
    copyEvidenceLinks(db, org, move),
    copySegmentLinks(db, org, move),
    copyProjectLinks(db, org, move),
    copySubthemeLinks(db, org, move),
  ])
  const added = { insights, segments, projects, subthemes }
  const filled = fills ? await fillColumns(db, org, move) : []
  await pipelined(db, [markOpportunityMerged(db, org, move), touchOpportunity(db, org, move.to)])
  await measure(ctx, pair)
  await insertOpportunityMerge(db, org, {
    source_id: move.from,
    target_id: move.to,
    id: newId(),
    added,
    raised,
    filled,
    ranks: movedRanks(ranks, await listRanks(db, org, categoriesOf(pair))),
  })
}

/** Takes an opportunity out of the one that it was merged into. */
export async function unmergeOpportunity(ctx: Ctx, pair: Pair, merge: StoredMerge) {
  const { db, org } = ctx
  const [source, target] = [pair.source.id, pair.target.id]
  const back = { from: target, to: source }
  const others = await listOtherMerges(db, org, merge)
  const links = await listLinksOf(
    db,
    org,
    others.map(({ source_id }) => source_id),
  )
  const { removed, noted, restored, changed } = undoOfMerge(merge, others, (id) => links.get(id) ?? noLinks)
  await pipelined(db, [
    copyEvidenceNotes(db, org, back, noted),
    restoreImportance(db, org, target, restored),
    deleteEvidenceLinks(db, org, target, removed.insights),
    deleteSegmentLinks(db, org, target, removed.segments),
    deleteProjectLinks(db, org, target, removed.projects),
    removeSubthemeLinks(db, org, target, removed.subthemes),
  ])
  await deleteEvidenceLinks(db, org, target, await listEvidenceSince(db, org, back, merge.merged_at))
  await clearFilledColumns(db, org, { from: source, to: target }, merge.filled)
  for (const other of changed) await updateOpportunityMerge(db, org, other)
  await deleteOpportunityMerge(db, org, source)
  await markOpportunityUnmerged(db, org, source, await listMergedInto(db, org, source))
  await touchOpportunity(db, org, target)
  await measure(ctx, pair)
  await restorePreviousRanks(db, org, merge.ranks)
}
