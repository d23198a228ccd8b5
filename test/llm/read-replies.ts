import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemSet } from '../../scripts/eval/items/item.ts'
import { pointsOf } from '../../scripts/eval/groups/points.ts'

/* Topics, subthemes and assignments that a person has written down for the points of a set of items. */

export type WrittenPoint = { text: string; topic: string; subtheme: string | undefined }
export type WrittenTopic = { name: string; definition: string }
export type Replies = { topics: WrittenTopic[]; points: ReadonlyMap<string, WrittenPoint> }

/** A point is found by how its text begins, because requests have shortened texts. */
export const keyOf = (text: string) => text.slice(0, 120)

export function readReplies(set: ItemSet): Replies {
  const texts = new Map(pointsOf(set).map(({ id, text }) => [id, text]))
  const topics: WrittenTopic[] = []
  const points = new Map<string, WrittenPoint>()
  const lines = readFileSync(join(import.meta.dirname, `replies/${set.name}.txt`), 'utf8').split('\n')
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
  return { topics, points }
}
