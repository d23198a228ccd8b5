import { createHash } from 'node:crypto'
import type { Source } from '#engine/analyse.ts'
import { chorus, crowd } from './chorus.ts'
import { conversations } from './content/conversations.ts'
import { feedback } from './content/feedback.ts'
import type { DemoContact, DemoInsight, DemoItem } from './content/kinds.ts'
import { contacts as known } from './content/people.ts'
import { idAt } from './ids.ts'
import { wordsOfCustomer } from './interviews.ts'
import { scoreOf } from './nps.ts'

/* Everything that was said in the demo: what is written out with its insights, then the many voices that the analysis listened to. */

/** `small` is what is written out: enough to look at and quick to load. */
export type Size = 'full' | 'small'
export type Sentiment = DemoInsight['sentiment']
export type Item = DemoItem & { n: number; transcript: string; rating: number | null; mood: Sentiment }
export type Said = Item & { id: string; at: Date }

const minute = 60_000
const day = 24 * 60 * minute
const moods = { angry: 'NEGATIVE', asks: 'NEUTRAL', plain: 'NEUTRAL', likes: 'POSITIVE' } as const

export const peopleOf = (size: Size): readonly DemoContact[] => (size === 'small' ? known : crowd())

export const isInterview = ({ source }: Pick<DemoItem, 'source'>) => source === 'interview'

const itemOf = (item: DemoItem & { rating?: number | null; mood?: Sentiment }, n: number): Item => ({
  ...item,
  n,
  transcript: item.content,
  content: isInterview(item) ? wordsOfCustomer(item.content, n) : item.content,
  rating: item.rating ?? null,
  mood: item.mood ?? item.insights[0]?.sentiment ?? 'NEUTRAL',
})

/** The items in their order; those of the small demo come first. */
export function itemsOf(size: Size): Item[] {
  const voices =
    size === 'small'
      ? []
      : [
          ...conversations.map((item) => ({ ...item, insights: [] })),
          ...chorus(peopleOf(size)).map((voice) => ({ ...voice, insights: [], mood: moods[voice.mood] })),
        ]
  return [...feedback, ...voices].map(itemOf)
}

export const heardOnly = (items: readonly Item[]) => items.slice(feedback.length)

/** As the analysis reads it. */
export const sourceOf = (item: Item): Source => ({
  content: item.content,
  title: titleOf(item),
  max: isInterview(item) ? 60 : 8,
  rating: item.rating !== null ? (item.rating - 1) / 4 : item.source === 'survey' ? scoreOf(item) / 10 : null,
})

export const speakerOf = (item: Item, people: readonly DemoContact[]) => people[item.contact]!.name.split(' (')[0]!
const titleOf = (item: Item) => item.title ?? null

/** Nobody writes at the same time every day: an item comes up to ten hours before its day's mark, never after it. */
export function saidBefore(now: Date, item: Item): Said {
  const stray = 10 + (createHash('sha256').update(`time/${item.n}`).digest().readUInt16BE() % 590)
  const at = new Date(now.getTime() - item.daysAgo * day - stray * minute)
  return { ...item, at, id: idAt(at, `feedback/${item.n}`) }
}
