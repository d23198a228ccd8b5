import type { JobRun } from '#domain/context.ts'
import {
  isAnalysisPending,
  listEmbeddingSpaces,
  listOutdatedVectors,
  listVectorsOfOtherModels,
  type NewVector,
  updateVectors,
  type VectorText,
} from '#domain/findings/analysis/queries-vectors.ts'
import { centroidOfMembers } from '#domain/findings/subthemes/centroids.ts'
import { listMemberVectors } from '#domain/findings/subthemes/queries-vectors.ts'
import type { RecomputedCentroid } from '#domain/findings/subthemes/queries-write.ts'
import { scheduleSynthesis } from '#domain/findings/analysis/schedule-synthesis.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { quantize } from '#engine/vectors/quantize.ts'
import type { Point } from '#engine/reading/types.ts'
import type { Db } from '#store/open.ts'
import { meanOfVectors } from './mean-of-vectors.ts'
import { listSubthemesOfOtherModels, switchModel } from './queries-model-switch.ts'
import { findEmbeddingSpace } from './queries.ts'

/*
 * Recomputes vectors with another model: those of a bulk load or of an earlier version while no feedback is queued, or
 * all of an organization that is analyzed again. In batches, so that a restarted job continues where the last attempt
 * stopped. Only vectors change: names, labels and links stay.
 */

const batchSize = 64
const maxVectorsForMean = 10_000

const toBase64 = (vector: ArrayLike<number>) => Buffer.from(quantize(vector)).toString('base64')

export async function refreshVectors(run: JobRun) {
  const embedder = await run.embedder()
  const { model } = embedder
  const listOutdated = (after: string | null) => listOutdatedVectors(run.db, run.org, { after, limit: batchSize })
  const isComplete =
    embedder.tier === 'model' && (await recomputeVectors(run, embedder, listOutdated, () => isAnalysisPending(run.db)))
  const space = isComplete ? await recomputeCentroids(run, model) : undefined
  return async (db: Db) => {
    if (!space) return
    await switchModel(db, run.org, model, space)
    await scheduleSynthesis(run, db)
  }
}

/** A text without words has no topic, and a vector like no other. */
const toNewVector = (id: string, point: Point | undefined): NewVector => ({
  id,
  vector: toBase64(point?.vector ?? new Float32Array(vectorDimensions)),
  area: point?.area?.name ?? null,
  area_probability: point?.area?.probability ?? null,
  mention: point?.mention ?? null,
  aspects: point?.aspects ?? null,
})

/** Makes the model of an embedder the only one of the organization; an interrupted attempt is continued. */
export async function moveVectorsTo(run: JobRun, embedder: Embedder) {
  const { db, org } = run
  const { model } = embedder
  const listOthers = (after: string | null) => listVectorsOfOtherModels(db, org, model, { after, limit: batchSize })
  const hasOthers = (await listOthers(null)).length > 0
  if (!hasOthers && !(await listEmbeddingSpaces(db, org)).some((space) => space.model !== model)) return
  await recomputeVectors(run, embedder, listOthers)
  const space = await recomputeCentroids(run, model)
  if (space) await run.write((tx) => switchModel(tx, org, model, space))
}

type ListPage = (after: string | null) => Promise<VectorText[]>

/** False when it was interrupted. */
async function recomputeVectors(
  run: JobRun,
  { model, read }: Embedder,
  listPage: ListPage,
  isInterrupted: () => Promise<boolean> = async () => false,
): Promise<boolean> {
  let done = 0
  for (let after: string | null = null; ;) {
    run.signal.throwIfAborted()
    if (await isInterrupted()) return false
    const rows: VectorText[] = await listPage(after)
    if (rows.length === 0) return true
    const points = await read(rows.map(({ text }) => ({ text, whole: true })))
    const updates = rows.map(({ id }, n) => toNewVector(id, points[n]![0]))
    await run.write((db) => updateVectors(db, run.org, model, updates))
    after = rows.at(-1)!.id
    await run.progress({ stage: 're-embedding', done: (done += rows.length) })
  }
}

/** The centering mean and the subtheme centroids in the space of the new vectors. */
async function recomputeCentroids(
  { db, org }: JobRun,
  model: string,
): Promise<{ mean: Float32Array; centroids: RecomputedCentroid[] } | undefined> {
  const space = await findEmbeddingSpace(db, org, model)
  const mean = space?.mean ?? (await meanOfVectors(db, org, model, maxVectorsForMean))
  if (!mean) return undefined
  const centroids: RecomputedCentroid[] = []
  for (const { id } of await listSubthemesOfOtherModels(db, org, model)) {
    const members = await listMemberVectors(db, org, model, id)
    if (members.length === 0) continue
    centroids.push({ id, centroid: centroidOfMembers(members, mean) })
  }
  return { mean, centroids }
}
