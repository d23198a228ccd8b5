import type { SourceKey, ThemeKey } from '#demo/content/kinds.ts'

/* Phrase templates per topic: [this|that] picks one alternative, <page> a word from a list. */

export type Mood = 'angry' | 'asks' | 'likes' | 'plain'
/** How the number of items develops over the year. */
export type Curve = 'steady' | 'rising' | 'new' | 'falling' | 'gone' | 'burst'
export type Topic = {
  about: ThemeKey | 'general'
  key: string
  mood: Mood
  weight: number
  curve: Curve
  says: readonly string[]
  adds: readonly string[]
  sources?: readonly SourceKey[]
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type TopicInput = Omit<Topic, 'says' | 'adds'> & { says: string; adds: string }

export const topic = ({ says, adds, ...rest }: TopicInput): Topic => ({ ...rest, says: lines(says), adds: lines(adds) })
