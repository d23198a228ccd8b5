import { centered, centroidsOf, matrixOf, rowOf } from '#engine/vectors/matrix.ts'
import { dequantize, quantize } from '#engine/vectors/quantize.ts'
import type { Db } from '#store/open.ts'
import { findCentering, listMemberVectors } from './queries-vectors.ts'
import { updateCentroids } from './queries-write.ts'

/** Of stored vectors of one model, as base64 text. */
export function centroidOfMembers(members: readonly { vector: Buffer }[], mean: ArrayLike<number>): string {
  const vectors = centered(matrixOf(members.map((row) => dequantize(row.vector))), mean)
  const centroid = rowOf(centroidsOf(vectors, new Int32Array(members.length), 1), 0)
  return Buffer.from(quantize(centroid)).toString('base64')
}

/** After a person has changed the members of subthemes. */
export async function refreshCentroids(db: Db, org: string, subthemes: readonly string[]) {
  const space = await findCentering(db, org)
  if (!space) return
  const centroids = []
  for (const id of subthemes) {
    const members = await listMemberVectors(db, org, space.model, id)
    if (members.length > 0) centroids.push({ id, centroid: centroidOfMembers(members, space.mean) })
  }
  if (centroids.length > 0) await updateCentroids(db, org, space.model, centroids)
}
