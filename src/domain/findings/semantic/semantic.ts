import { fromBytes } from '#engine/embed/bytes.ts'
import { standingOf } from '#domain/findings/analysis/standing.ts'
import { type Embedder, openEmbedder, type Tier } from '#engine/embed/embedder.ts'
import { considered, inCompany } from '#engine/embed/company.ts'
import { similarityOf } from '#engine/embed/mixed.ts'
import { type Near, nearerFirst, Shelf } from '#engine/embed/shelf.ts'
import { centred, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import type { Db } from '#store/open.ts'
import { boundaryBefore, commonMean, foundIn, vectorsAfter } from './queries.ts'

/*
 * Search by meaning. The vectors stand in PostgreSQL; each process that is asked keeps those of the organizations it was asked about,
 * reads what came since whenever it is asked again, and forgets whom nobody asked about when there are too many.
 * What it finds are ids: only those that can still be found have a say in the order, and whether they may be shown is for the statement that reads them.
 */

/** Of all organizations together: some 170 MB. */
const maxVectors = 400_000
const page = 20_000

type Kept = {
  shelf: Shelf
  mean: Float32Array
  vectorsAt: string | null
  upTo: string | null
  reading: Promise<void> | undefined
  used: number
}

let embedder: Promise<Embedder> | undefined
let table: Promise<Embedder> | undefined
let tierInUse: Tier | 'auto' | undefined
const kept = new Map<string, Kept>()
let turn = 0

/** Switches search by meaning on in this process, or off. */
export async function useEmbeddings(tier: Tier | 'auto' | undefined) {
  const before = embedder
  embedder = undefined
  tierInUse = tier
  kept.clear()
  await (await before?.catch(() => undefined))?.close()
}

export const meaningIsOn = () => tierInUse !== undefined

const opened = () => (tierInUse === undefined ? undefined : (embedder ??= openEmbedder(tierInUse, 1)))

export type Similar = { insight_id: string; feedback_id: string | null; similarity: number }

/** What of it can still be found, in the order of its meaning. */
async function ordered(db: Db, org: string, shelf: Shelf, near: readonly Near[]): Promise<Similar[]> {
  const sources = new Map(
    (
      await foundIn(
        db,
        org,
        near.map(({ id }) => id),
      )
    ).map((row) => [row.id, row.feedback_id]),
  )
  return inCompany(
    shelf,
    near.filter(({ id }) => sources.has(id)),
  ).map(({ id, closeness }) => ({ insight_id: id, feedback_id: sources.get(id)!, similarity: similarityOf(closeness) }))
}

/** The insights nearest in meaning to a text; undefined when search by meaning is not to be had here. */
export async function searchSemantic(
  db: Db,
  org: string,
  text: string,
  max = considered,
): Promise<Similar[] | undefined> {
  const open = await standingOn(db, org)
  if (!open) return undefined
  const { shelf, mean } = await current(db, org, open)
  if (shelf.size === 0) return undefined
  return ordered(db, org, shelf, shelf.nearest(around((await open.embed([text]))[0]!, mean), max))
}

/** The insights nearest to some others, which are not among them; undefined when none of them has a vector. */
export async function similarTo(
  db: Db,
  org: string,
  insightIds: readonly string[],
  max = considered,
): Promise<Similar[] | undefined> {
  const open = await standingOn(db, org)
  if (!open) return undefined
  const { shelf } = await current(db, org, open)
  const own = insightIds.flatMap((id) => shelf.vectorOf(id) ?? [])
  if (own.length === 0) return undefined
  const best = new Map<string, number>()
  for (const vector of own)
    for (const { id, closeness } of shelf.nearest(vector, max + insightIds.length))
      best.set(id, Math.max(best.get(id) ?? -1, closeness))
  const others = [...best].filter(([id]) => !insightIds.includes(id)).map(([id, closeness]) => ({ id, closeness }))
  return ordered(db, org, shelf, others.sort(nearerFirst).slice(0, max))
}

const around = (vector: Float32Array, mean: Float32Array) => rowOf(centred(matrixOf([vector]), mean), 0)

/** What the organization stands on: its own model's vectors are compared with each other and with nothing else. */
type Standing = { model: string; embed: Embedder['embed']; vectorsAt: string | null }

async function standingOn(db: Db, org: string): Promise<Standing | undefined> {
  const best = await opened()
  if (!best) return undefined
  const { model, vectorsAt } = await standingOf(db, org, best.model)
  const { embed } = model === best.model ? best : await (table ??= openEmbedder('static'))
  return { model, embed, vectorsAt }
}

async function current(db: Db, org: string, { model, vectorsAt }: Standing): Promise<Kept> {
  const key = `${org}/${model}`
  let found = kept.get(key)
  if (found?.vectorsAt !== vectorsAt) found = undefined
  if (!found)
    kept.set(
      key,
      (found = {
        shelf: new Shelf(),
        mean: await commonMean(db, org, model),
        vectorsAt,
        upTo: null,
        reading: undefined,
        used: 0,
      }),
    )
  found.used = ++turn
  const own = found
  own.reading ??= catchUp(db, org, model, own).finally(() => (own.reading = undefined))
  await own.reading
  makeRoom()
  return own
}

/** What was written since; a little overlap, because what began earlier may have been written later. */
async function catchUp(db: Db, org: string, model: string, own: Kept) {
  let after = own.upTo === null ? null : boundaryBefore(own.upTo)
  for (let left = maxVectors; left > 0; left -= page) {
    const rows = await vectorsAfter(db, org, model, after, page)
    for (const row of rows) if (!own.shelf.has(row.id)) own.shelf.add(row.id, around(fromBytes(row.vector), own.mean))
    after = own.upTo = rows.at(-1)?.id ?? own.upTo
    if (rows.length < page) break
  }
}

function makeRoom() {
  let total = [...kept.values()].reduce((sum, one) => sum + one.shelf.size, 0)
  for (const [key, { shelf }] of [...kept].sort((a, b) => a[1].used - b[1].used).slice(0, -1)) {
    if (total <= maxVectors) break
    kept.delete(key)
    total -= shelf.size
  }
}
