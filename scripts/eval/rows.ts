import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dimensions } from '#engine/embed/encoder.ts'

/* Reads data sets and embeds them; with a cache folder the vectors of a text set are computed once. */

export type Example = {
  text: string
  title?: string
  label?: string
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

/** The first `most` of a shuffle that is the same every time, in the order of the file. */
export function dataSet(path: string, max = Infinity): DataSet {
  const name = basename(path, '.jsonl')
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, n) => (line.trim() === '' ? [] : [exampleOf(line, name, `${path}, line ${n + 1}`)]))
  return { name, rows: rows.length > max ? sampled(rows, max) : rows }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A row of a set says what its kind of set needs; anything else is named with its place, and nothing is measured on the rest. */
function exampleOf(line: string, name: string, place: string): Example {
  let row: Partial<Example>
  try {
    row = JSON.parse(line) as Partial<Example>
  } catch (error) {
    throw new Error(`${place}: not JSON (${(error as Error).message})`, { cause: error })
  }
  const lacks = typeof row === 'object' && row !== null ? lackOf(row, name) : 'an object'
  if (lacks) throw new Error(`${place}: ${lacks} is missing`)
  return row as Example
}

function lackOf(row: Partial<Example>, name: string): string | undefined {
  if (name.startsWith('sim_'))
    return isText(row.a) && isText(row.b) && typeof row.score === 'number'
      ? undefined
      : '"a", "b" (text) or "score" (a number)'
  if (!isText(row.text)) return '"text"'
  if (name.startsWith('topics_')) return isText(row.label) ? undefined : '"label", the topic'
  if (name.startsWith('sent_')) return isText(row.label) || isText(row.sentiment) ? undefined : '"label", the sentiment'
  if (name.startsWith('type_'))
    return isText(row.label) || isText(row.type) || Array.isArray(row.labels)
      ? undefined
      : '"label", "type" or "labels"'
  return undefined
}

export function sampled<T>(all: readonly T[], max: number, seed = 7): T[] {
  const random = numbers(seed)
  const order = [...all.keys()].map((place) => ({ place, key: random() })).sort((a, b) => a.key - b.key)
  return order
    .slice(0, max)
    .map(({ place }) => place)
    .sort((a, b) => a - b)
    .map((place) => all[place]!)
}

/** As many of each label, `most` at most in all. */
export function balanced<T extends { label?: string }>(all: readonly T[], max: number): T[] {
  const each = Math.max(1, Math.floor(max / new Set(all.map((row) => row.label)).size))
  const taken = new Map<string | undefined, number>()
  const random = numbers(7)
  const order = [...all.keys()].map((place) => ({ place, key: random() })).sort((a, b) => a.key - b.key)
  const kept = new Set<number>()
  for (const { place } of order) {
    const count = taken.get(all[place]!.label) ?? 0
    if (count >= each) continue
    taken.set(all[place]!.label, count + 1)
    kept.add(place)
  }
  return all.filter((_, place) => kept.has(place))
}

export function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

/** Vectors of texts seen before, kept in a folder of the caller's choice: one line a text, and the vectors in the same order. */
const shelves = new Map<string, Map<string, Float32Array>>()

function shelfOf(folder: string): Map<string, Float32Array> {
  let shelf = shelves.get(folder)
  if (shelf) return shelf
  shelves.set(folder, (shelf = new Map()))
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'keys.txt'))) return shelf
  const all = new Float32Array(new Uint8Array(readFileSync(join(folder, 'vectors.f32'))).buffer)
  for (const [place, key] of readFileSync(join(folder, 'keys.txt'), 'utf8').trim().split('\n').entries())
    shelf.set(key, all.subarray(place * dimensions, (place + 1) * dimensions))
  return shelf
}

const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url')

type Embed = (texts: readonly string[]) => Promise<Float32Array[]>
const portion = 512

/** In portions, so that a run that is stopped has kept what it paid for. */
export async function vectorsOf(
  texts: readonly string[],
  embed: Embed,
  cache: string | undefined,
): Promise<Float32Array[]> {
  if (!cache) return embed(texts)
  const shelf = shelfOf(cache)
  const missing = [...new Map(texts.map((text) => [keyOf(text), text]))].filter(([key]) => !shelf.has(key))
  for (let at = 0; at < missing.length; at += portion) {
    const part = missing.slice(at, at + portion)
    const vectors = await embed(part.map(([, text]) => text))
    appendFileSync(
      join(cache, 'vectors.f32'),
      Buffer.concat(vectors.map((one) => new Uint8Array(one.buffer, one.byteOffset, one.byteLength))),
    )
    appendFileSync(join(cache, 'keys.txt'), part.map(([key]) => `${key}\n`).join(''))
    for (const [n, [key]] of part.entries()) shelf.set(key, vectors[n]!)
  }
  return texts.map((text) => shelf.get(keyOf(text))!)
}
