import { createHash } from 'node:crypto'
import type { TextToAnalyze } from '#engine/analyze.ts'
import { generateFeedback, generateContacts } from './generate-feedback.ts'
import { conversations, demoFeedback, namedContacts } from './content.ts'
import type { DemoContact, DemoInsight, DemoItem } from './content-shapes.ts'
import { idAt } from './ids.ts'
import { customerTurns } from './interviews.ts'
import { scoreOf } from './nps.ts'

/* The feedback of the demo: authored items with their insights, then generated items that the analysis engine reads. */

/** `small` has the authored items only: quick to load. */
export type Size = 'full' | 'small'
type Sentiment = DemoInsight['sentiment']
export type FeedbackItem = DemoItem & { n: number; transcript: string; rating: number | null; mood: Sentiment }
export type DatedItem = FeedbackItem & { id: string; at: Date }

const minute = 60_000
const day = 24 * 60 * minute
const sentimentOfMood = { angry: 'NEGATIVE', asks: 'NEUTRAL', plain: 'NEUTRAL', likes: 'POSITIVE' } as const

export const contactsOf = (size: Size): readonly DemoContact[] =>
  size === 'small' ? namedContacts : generateContacts()

export const isInterview = ({ source }: Pick<DemoItem, 'source'>) => source === 'interview'

const itemOf = (item: DemoItem & { rating?: number | null; mood?: Sentiment }, n: number): FeedbackItem => ({
  ...item,
  n,
  transcript: item.content,
  content: isInterview(item) ? customerTurns(item.content, n) : item.content,
  rating: item.rating ?? null,
  mood: item.mood ?? item.insights[0]?.sentiment ?? 'NEUTRAL',
})

/** All items in a fixed order; those of the small demo come first. */
export function listItems(size: Size): FeedbackItem[] {
  const generated =
    size === 'small'
      ? []
      : [
          ...conversations,
          ...generateFeedback(contactsOf(size)).map((item) => ({
            ...item,
            insights: [],
            mood: sentimentOfMood[item.mood],
          })),
        ]
  return [...demoFeedback, ...generated].map(itemOf)
}

export const itemsForAnalysis = (items: readonly FeedbackItem[]) => items.slice(demoFeedback.length)

/** The item as input of the analysis. */
export const textToAnalyze = (item: FeedbackItem): TextToAnalyze => ({
  content: item.content,
  title: titleOf(item),
  max: isInterview(item) ? 60 : 8,
  rating: ratingOf(item),
})

function ratingOf(item: FeedbackItem): number | null {
  if (item.rating !== null) return (item.rating - 1) / 4
  return item.source === 'survey' ? scoreOf(item) / 10 : null
}

export const speakerOf = (item: FeedbackItem, people: readonly DemoContact[]) =>
  people[item.contact]!.name.split(' (')[0]!
const titleOf = (item: FeedbackItem) => item.title ?? null

/** Spreads the time of day: an item is up to ten hours older than its whole number of days. */
export function dateItem(now: Date, item: FeedbackItem): DatedItem {
  const offsetMinutes = 10 + (createHash('sha256').update(`time/${item.n}`).digest().readUInt16BE() % 590)
  const at = new Date(now.getTime() - item.daysAgo * day - offsetMinutes * minute)
  return { ...item, at, id: idAt(at, `feedback/${item.n}`) }
}
