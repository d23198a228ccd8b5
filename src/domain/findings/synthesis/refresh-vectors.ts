import type { JobRun } from '#domain/context.ts'
import { askForThemes } from '#domain/findings/analysis/ask-for-themes.ts'
import { readByTable, readingWaits, replaceVectors } from '#domain/findings/analysis/vectors.ts'
import { fromBytes, toBytes } from '#engine/embed/bytes.ts'
import { centresOf } from '#engine/themes/communities.ts'
import { centred, matrixOf, meanOf, rowOf } from '#engine/themes/vectors.ts'
import type { Db } from '#store/open.ts'
import { frameOf, vectorsAfter } from './read.ts'
import { type Moved, moveOver, subthemesElsewhere, vectorsIn } from './stand.ts'

/*
 * What a large load left to the token table is read with the model when nothing new waits. Batch by batch, so that whoever takes over an
 * interrupted job goes on where it was; what people named, labelled or linked is not touched, only vectors are.
 */

const batch = 64
const maxForMean = 10_000

const inText = (vector: ArrayLike<number>) => Buffer.from(toBytes(vector)).toString('base64')

export async function refreshVectors(run: JobRun) {
  const { model, tier, embed } = await run.embedder()
  let [done, after, whole] = [0, null as string | null, tier === 'model']
  while (tier === 'model') {
    run.signal.throwIfAborted()
    whole = !(await readingWaits(run.db))
    const rows = whole ? await readByTable(run.db, run.org, after, batch) : []
    if (rows.length === 0) break
    const vectors = await embed(rows.map((row) => row.text))
    await run.write((db) =>
      replaceVectors(
        db,
        run.org,
        model,
        rows.map(({ id }, n) => ({ id, vector: inText(vectors[n]!) })),
      ),
    )
    after = rows.at(-1)!.id
    await run.progress({ stage: 'reading again', done: (done += rows.length) })
  }
  const ground = whole ? await newGround(run, model) : undefined
  return async (db: Db) => {
    if (!ground) return
    await moveOver(db, run.org, model, ground.mean, ground.moved)
    await askForThemes(run, db)
  }
}

/** Where the subthemes stand among the new vectors: each where its members are. */
async function newGround(
  { db, org }: JobRun,
  model: string,
): Promise<{ mean: Float32Array; moved: Moved[] } | undefined> {
  const mean = (await frameOf(db, org, model))?.mean ?? (await meanOfSome(db, org, model))
  if (!mean) return undefined
  const moved: Moved[] = []
  for (const { id } of await subthemesElsewhere(db, org, model)) {
    const members = await vectorsIn(db, org, model, id)
    if (members.length === 0) continue
    const around = centred(matrixOf(members.map((row) => fromBytes(row.vector))), mean)
    moved.push({ id, centre: inText(rowOf(centresOf(around, new Int32Array(members.length), 1), 0)) })
  }
  return { mean, moved }
}

async function meanOfSome(db: Db, org: string, model: string): Promise<Float32Array | undefined> {
  const rows = await vectorsAfter(db, org, model, null, maxForMean)
  return rows.length > 0 ? meanOf(matrixOf(rows.map((row) => fromBytes(row.vector)))) : undefined
}
