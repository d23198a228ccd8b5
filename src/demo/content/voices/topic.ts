import type { SourceKey, ThemeKey } from '#demo/content/kinds.ts'

/* What many people say about one matter, as phrases with choices: [this|that] is one of them, <page> a word from a list. */

export type Mood = 'angry' | 'asks' | 'likes' | 'plain'
/** How a matter comes up over the year. */
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

export const topic = (
  about: Topic['about'],
  key: string,
  mood: Mood,
  weight: number,
  curve: Curve,
  says: string,
  adds: string,
  sources?: readonly SourceKey[],
): Topic => ({
  about,
  key,
  mood,
  weight,
  curve,
  says: lines(says),
  adds: lines(adds),
  ...(sources && { sources }),
})
