import { centroidOfMembers } from '#domain/findings/subthemes/centroids.ts'
import { listMemberVectors } from '#domain/findings/subthemes/queries-vectors.ts'
import type { SubthemeCentroid } from '#engine/clustering/types.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { asMatrix, centered, matrixOf, normalizeRows, rowOf } from '#engine/vectors/matrix.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import type { Db } from '#store/open.ts'
import { listPrototypeRows, type StoredPrototype } from './queries.ts'

/** What insights are compared with to join a subtheme. A name that a person wrote counts as one more member. */
export async function listPrototypes(
  db: Db,
  org: string,
  { model, embed }: Pick<Embedder, 'model' | 'embed'>,
  mean: Float32Array,
): Promise<SubthemeCentroid[]> {
  const rows = await listPrototypeRows(db, org, model)
  const named = rows.filter((row) => row.named_by_person)
  const names = named.length > 0 ? centered(matrixOf(await embed(named.map(({ name }) => name))), mean) : undefined
  const prototypes: SubthemeCentroid[] = []
  for (const { centroid: stored, named_by_person, ...row } of rows) {
    const members = await centroidOf(db, org, model, { mean, row: { ...row, centroid: stored } })
    const name = named_by_person
      ? rowOf(
          names!,
          named.findIndex(({ id }) => id === row.id),
        )
      : undefined
    const centroid = joined(members, row.insight_count, name)
    if (centroid) prototypes.push({ ...row, centroid, is_name_alone: members === undefined })
  }
  return prototypes
}

type Stored = Pick<StoredPrototype, 'id' | 'insight_count' | 'centroid'>

async function centroidOf(db: Db, org: string, model: string, { mean, row }: { mean: Float32Array; row: Stored }) {
  if (row.centroid) return dequantize(row.centroid)
  const members = row.insight_count > 0 ? await listMemberVectors(db, org, model, row.id) : []
  return members.length > 0 ? dequantize(Buffer.from(centroidOfMembers(members, mean), 'base64')) : undefined
}

function joined(members: Float32Array | undefined, count: number, name: Float32Array | undefined) {
  if (!members || !name) return members ?? name
  return rowOf(normalizeRows(asMatrix(members.map((value, at) => value * count + name[at]!))), 0)
}
