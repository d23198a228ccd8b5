import { activeModel } from '#domain/findings/analysis/active-model.ts'
import { isModelAvailable, modelIds, type Tier } from '#engine/embed/embedder.ts'
import type { Store } from '#store/open.ts'
import { findCenteringMean, lowestIdBefore } from './queries.ts'
import {
  buildIndex,
  completeSpace,
  copyVectorPage,
  createVectorSearch,
  deleteCopies,
  deleteSpaces,
  dropIndex,
  insertSpace,
  isSpaceCurrent,
  type IncompleteSpace,
  listIncompleteSpaces,
  listOrgsWithoutSpace,
  listSpacesToIndex,
  listUnusedIndexes,
  markIndexed,
  updateCopiedTo,
} from './queries-spaces.ts'

/*
 * Copies vectors into the tables of the vector extension. New and changed vectors are copied by the transaction that
 * stores them; this finds the rest: all of them when the extension is installed later, after a restore, and when an
 * organization gets another model or mean.
 */

/** Comparing with all vectors of an organization takes tens of milliseconds up to here (docs/lab/search.md). */
const minIndexedVectors = 20_000
const pageSize = 1000

const bestModel = async (tier: Tier | 'auto') =>
  tier !== 'static' && (await isModelAvailable()) ? modelIds.model : modelIds.static

/** Returns the number of spaces that became complete. */
export async function copyVectors(
  store: Store,
  tier: Tier | 'auto',
  { minIndexed = minIndexedVectors } = {},
): Promise<number> {
  if (!(await createVectorSearch(store))) return 0
  const best = await bestModel(tier)
  for (const { org_id: org } of await listOrgsWithoutSpace(store)) {
    const { model } = await activeModel(store, org, best)
    if (!(await isSpaceCurrent(store, org, model))) await replaceSpace(store, org, model)
  }
  let completed = 0
  for (const space of await listIncompleteSpaces(store)) completed += await copySpace(store, space)
  if (completed > 0) await indexLargeSpaces(store, minIndexed)
  return completed
}

async function replaceSpace(store: Store, org: string, model: string) {
  await deleteSpaces(store, org)
  while ((await deleteCopies(store, org, pageSize)) === pageSize);
  await insertSpace(store, org, model, await findCenteringMean(store, org, model))
}

async function copySpace(store: Store, { org_id: org, model, copied_to }: IncompleteSpace): Promise<number> {
  let after = copied_to === null ? null : lowestIdBefore(copied_to)
  for (;;) {
    const last = await copyVectorPage(store, org, model, { after, limit: pageSize })
    if (last === null) return completeSpace(store, org, model)
    await updateCopiedTo(store, org, model, last)
    after = last
  }
}

/** Returns the number of indexes built. */
export async function indexLargeSpaces(store: Store, minVectors = minIndexedVectors): Promise<number> {
  if (!(await createVectorSearch(store))) return 0
  for (const { name } of await listUnusedIndexes(store)) await dropIndex(store, name)
  const spaces = await listSpacesToIndex(store, minVectors)
  for (const space of spaces) {
    await buildIndex(store, space)
    await markIndexed(store, space.org_id, space.model)
  }
  return spaces.length
}
