import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sampled } from '../rows.ts'
import { categoryLabels, type GoldPoint, type Item, type ItemSet, sentimentLabels } from './item.ts'
import { readMarkedItems } from './read-marked-items.ts'

/** Reads files, or the `items_*.jsonl` and `*.txt` of folders; `limit` takes a sample of each file. */
export function readItemSets(paths: readonly string[], limit = Infinity): ItemSet[] {
  const sets = paths.flatMap(filesOf).map((path) => ({ name: nameOf(path), items: sampled(readItems(path), limit) }))
  const repeated = sets.find(({ name }, n) => sets.findIndex((other) => other.name === name) < n)
  if (repeated) throw new Error(`two files of items are called ${repeated.name}`)
  return sets
}

const nameOf = (path: string) => basename(path).replace(/^items_|\.(?:jsonl|txt)$/g, '')

function filesOf(path: string): string[] {
  if (!existsSync(path)) throw new Error(`${path} does not exist`)
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path).filter((name) => /^items_.*\.jsonl$|\.txt$/.test(name))
  if (names.length === 0) throw new Error(`${path} holds no items_*.jsonl and no *.txt`)
  return names.sort().map((name) => join(path, name))
}

function readItems(path: string): Item[] {
  const content = readFileSync(path, 'utf8')
  try {
    const items = path.endsWith('.txt') ? readMarkedItems(content) : readLines(content)
    if (items.length === 0) throw new Error('no items')
    return items
  } catch (error) {
    throw new Error(`${path}, ${(error as Error).message}`, { cause: error })
  }
}

const readLines = (content: string): Item[] =>
  content.split('\n').flatMap((line, n) => {
    if (line.trim() === '') return []
    const item = parseLine(line, n + 1)
    const problem = problemOf(item)
    if (problem) throw new Error(`line ${n + 1}: ${problem}`)
    return [{ ...item, id: item.id ?? String(n + 1) } as Item]
  })

function parseLine(line: string, number: number): Partial<Item> {
  try {
    return (JSON.parse(line) ?? {}) as Partial<Item>
  } catch (error) {
    throw new Error(`line ${number}: not JSON (${(error as Error).message})`, { cause: error })
  }
}

function problemOf({ text, gold }: Partial<Item>): string | undefined {
  if (typeof text !== 'string' || text === '') return '"text" is missing'
  if (!Array.isArray(gold)) return '"gold", the list of points, is missing'
  for (const [n, point] of gold.entries()) {
    const problem = problemOfPoint(text, point)
    if (problem) return `"gold" ${n + 1}: ${problem}`
  }
  return undefined
}

function problemOfPoint(source: string, { start, end, text, sentiment, category, topic }: GoldPoint) {
  if (!(Number.isInteger(start) && Number.isInteger(end) && 0 <= start && start < end && end <= source.length))
    return '"start" and "end" are no part of the text'
  if (text !== undefined && source.slice(start, end) !== text)
    return `"text" is not the part from ${start} to ${end} (UTF-16 units)`
  if (!sentimentLabels.includes(sentiment)) return `"sentiment" is not one of ${sentimentLabels.join(', ')}`
  if (!categoryLabels.includes(category)) return `"category" is not one of ${categoryLabels.join(', ')}`
  return typeof topic === 'string' && topic !== '' ? undefined : '"topic" is missing'
}
