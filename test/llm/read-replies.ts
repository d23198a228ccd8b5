import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemSet } from '../../scripts/eval/items/item.ts'
import { bestMatch } from '../../scripts/eval/items/match-points.ts'
import { pointsOf } from '../../scripts/eval/groups/points.ts'

/* Topics, subthemes and assignments that a person has written down for the points of a set of items. */

export type WrittenPoint = { text: string; topic: string; subtheme: string | undefined }
export type WrittenTopic = { name: string; definition: string }
export type Replies = {
  topics: WrittenTopic[]
  points: ReadonlyMap<string, WrittenPoint>
  /** What is written of a text of a request. */
  find(text: string): WrittenPoint | undefined
}

/** A point is found by how its text begins, because requests have shortened texts. */
const keyOf = (text: string) => text.slice(0, 120)

/** `folder`: `blind` has replies by a reader who did not know the names of the labelled topics. */
export function readReplies(set: ItemSet, folder = ''): Replies {
  const texts = new Map(pointsOf(set).map(({ id, text }) => [id, text]))
  const topics: WrittenTopic[] = []
  const points = new Map<string, WrittenPoint>()
  const lines = readFileSync(join(import.meta.dirname, 'replies', folder, `${set.name}.txt`), 'utf8').split('\n')
  for (const line of lines.filter((one) => one !== '' && !one.startsWith('#'))) {
    const [name, definition] = line.startsWith('== ') ? line.slice(3).split(' | ') : []
    if (name && definition) {
      topics.push({ name, definition })
      continue
    }
    const [subtheme, ids] = [line.slice(0, line.lastIndexOf(':')), line.slice(line.lastIndexOf(':') + 1)]
    for (const id of ids.trim().split(' ')) {
      const text = texts.get(id)
      if (text === undefined) throw new Error(`${set.name} has no point ${id}`)
      const topic = topics.at(-1)!.name
      points.set(keyOf(text), { text, topic, subtheme: subtheme === '-' ? undefined : subtheme })
    }
  }
  return { topics, points, find: (text) => points.get(keyOf(text)) ?? findByPlace(set, text, points) }
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** The analysis cuts texts in other places than a person: what is written of the marked point that is mostly in it. */
function findByPlace({ items }: ItemSet, text: string, points: Replies['points']): WrittenPoint | undefined {
  for (const item of items) {
    const whole = oneLine(item.text)
    const start = whole.indexOf(oneLine(text))
    if (start === -1) continue
    const places = item.gold.map((point) => {
      const at = oneLine(item.text.slice(0, point.start)).length
      return { text: oneLine(point.text), start: at, end: at + oneLine(point.text).length }
    })
    const found = bestMatch({ start, end: start + text.length }, places)
    if (found) return points.get(keyOf(found.text))
  }
  return undefined
}
