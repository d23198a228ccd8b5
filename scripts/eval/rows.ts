import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { vectorDimensions } from '#engine/vectors/joined-vector.ts'
import { seededRandom } from '#engine/seeded-random.ts'

/* Reads data sets and embeds them; with a cache folder the vectors of a text set are computed once. */

/** Booleans that a row of a type_ set may have instead of a label. */
export const flags = ['bug', 'feature', 'usability'] as const
export type Flag = (typeof flags)[number]

export type Example = Partial<Record<Flag, boolean>> & {
  text: string
  title?: string
  label?: string | undefined
  labels?: string[]
  sentiment?: string
  type?: string
  star_sentiment?: string
  rating?: number | string
  a?: string
  b?: string
  score?: number
  neg?: string
  neu?: string
  pos?: string
}
export type DataSet = { name: string; rows: Example[] }

export const textOf = ({ title, text }: Example) => (title ? `${title}. ${text}` : text)

export function dataSets(folder: string, prefix: string, max = Infinity): DataSet[] {
  const files = readdirSync(folder)
    .filter((file) => file.startsWith(prefix) && file.endsWith('.jsonl'))
    .sort()
  return files.map((file) => dataSet(join(folder, file), max))
}

/** At most `max` rows: a seeded sample, in the order of the file. */
export function dataSet(path: string, max = Infinity): DataSet {
  const name = basename(path, '.jsonl')
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, n) => (line.trim() === '' ? [] : [exampleOf(line, name, `${path}, line ${n + 1}`)]))
  return { name, rows: rows.length > max ? sampled(rows, max) : rows }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Refuses a row without the fields that its kind of data set needs. */
function exampleOf(line: string, name: string, location: string): Example {
  let row: Partial<Example>
  try {
    row = JSON.parse(line) as Partial<Example>
  } catch (error) {
    throw new Error(`${location}: not JSON (${(error as Error).message})`, { cause: error })
  }
  const missing = typeof row === 'object' && row !== null ? missingField(row, name) : 'an object'
  if (missing) throw new Error(`${location}: ${missing} is missing`)
  return row as Example
}

const hasFlag = (row: Partial<Example>) => flags.some((flag) => typeof row[flag] === 'boolean')

function missingField(row: Partial<Example>, name: string): string | undefined {
  if (name.startsWith('sim_'))
    return isText(row.a) && isText(row.b) && typeof row.score === 'number'
      ? undefined
      : '"a", "b" (text) or "score" (a number)'
  if (!isText(row.text)) return '"text"'
  if (name.startsWith('topics_')) return isText(row.label) ? undefined : '"label", the topic'
  if (name.startsWith('sent_')) return isText(row.label) || isText(row.sentiment) ? undefined : '"label", the sentiment'
  if (name.startsWith('type_'))
    return isText(row.label) || isText(row.type) || Array.isArray(row.labels) || hasFlag(row)
      ? undefined
      : '"label", "type", "labels" or a boolean "bug" or "feature"'
  return undefined
}

/** The indices of a list in a seeded random order. */
function shuffled(count: number, seed: number): number[] {
  const random = seededRandom(seed)
  return [...Array(count).keys()]
    .map((index) => ({ index, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ index }) => index)
}

export const sampled = <T>(all: readonly T[], max: number, seed = 7): T[] =>
  shuffled(all.length, seed)
    .slice(0, max)
    .sort((a, b) => a - b)
    .map((index) => all[index]!)

/** The same number of rows for each label, at most `max` in all. */
export function balanced<T extends { label?: string | undefined }>(all: readonly T[], max: number): T[] {
  const each = Math.max(1, Math.floor(max / new Set(all.map((row) => row.label)).size))
  const taken = new Map<string | undefined, number>()
  const kept = new Set<number>()
  for (const index of shuffled(all.length, 7)) {
    const { label } = all[index]!
    const count = taken.get(label) ?? 0
    if (count >= each) continue
    taken.set(label, count + 1)
    kept.add(index)
  }
  return all.filter((_, index) => kept.has(index))
}

/**
 * Vectors by folder and text hash; a folder has a file of hashes, one a line, and a file of vectors in the same order.
 */
const caches = new Map<string, Map<string, Float32Array>>()

function openCache(folder: string): Map<string, Float32Array> {
  let cache = caches.get(folder)
  if (cache) return cache
  caches.set(folder, (cache = new Map()))
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'keys.txt'))) return cache
  const all = new Float32Array(new Uint8Array(readFileSync(join(folder, 'vectors.f32'))).buffer)
  for (const [row, key] of readFileSync(join(folder, 'keys.txt'), 'utf8').trim().split('\n').entries())
    cache.set(key, all.subarray(row * vectorDimensions, (row + 1) * vectorDimensions))
  return cache
}

const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url')

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>
const textsPerWrite = 512

/** Writes the cache in batches, so that an interrupted run keeps its results. */
export async function embedWithCache(
  texts: readonly string[],
  embed: Embed,
  folder: string | undefined,
): Promise<Float32Array[]> {
  if (!folder) return embed(texts)
  const cache = openCache(folder)
  const missing = [...new Map(texts.map((text) => [keyOf(text), text]))].filter(([key]) => !cache.has(key))
  for (let at = 0; at < missing.length; at += textsPerWrite) {
    const part = missing.slice(at, at + textsPerWrite)
    const vectors = await embed(part.map(([, text]) => text))
    appendFileSync(
      join(folder, 'vectors.f32'),
      Buffer.concat(vectors.map((one) => new Uint8Array(one.buffer, one.byteOffset, one.byteLength))),
    )
    appendFileSync(join(folder, 'keys.txt'), part.map(([key]) => `${key}\n`).join(''))
    for (const [n, [key]] of part.entries()) cache.set(key, vectors[n]!)
  }
  return texts.map((text) => cache.get(keyOf(text))!)
}
