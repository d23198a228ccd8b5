import type { ItemSet } from '../items/item.ts'

type LabelledPoint = { id: string; text: string; topic: string }

/** The points of a set, as they were marked; several of one item are numbered. */
export const pointsOf = ({ items }: ItemSet): LabelledPoint[] =>
  items.flatMap((item) =>
    item.gold.map(({ text, topic }, n) => ({
      id: item.gold.length === 1 ? item.id : `${item.id}.${n}`,
      text: text.replace(/\s+/g, ' '),
      topic,
    })),
  )
