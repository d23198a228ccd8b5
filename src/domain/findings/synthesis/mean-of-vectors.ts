import { matrixOf, meanOf } from '#engine/vectors/matrix.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import type { Db } from '#store/open.ts'
import { listVectorsAfter } from './queries.ts'

/** The mean of the first vectors of a model; undefined without any. */
export async function meanOfVectors(
  db: Db,
  org: string,
  model: string,
  limit: number,
): Promise<Float32Array | undefined> {
  const rows = await listVectorsAfter(db, org, model, { after: null, limit })
  return rows.length > 0 ? meanOf(matrixOf(rows.map((row) => dequantize(row.vector)))) : undefined
}
