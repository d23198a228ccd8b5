/* Whole feedback items with their points marked by a person. */

export const sentimentLabels = ['POSITIVE', 'NEUTRAL', 'NEGATIVE'] as const
export const categoryLabels = [
  'BUGS_AND_ERRORS',
  'USABILITY_ISSUES',
  'PAIN_POINTS',
  'FEATURE_REQUESTS',
  'DELIGHTS',
  'GENERAL_FEEDBACK',
] as const

/** `start` and `end` are offsets into the text of the item, in UTF-16 code units. */
export type GoldPoint = {
  start: number
  end: number
  text: string
  sentiment: (typeof sentimentLabels)[number]
  category: (typeof categoryLabels)[number]
  topic: string
  /** What is said of the topic, of the catalogue of aspects. */
  aspect?: string | undefined
}
export type Rating = { value: number; scale_min: number; scale_max: number }
export type Item = {
  id: string
  text: string
  source?: string
  rating?: Rating | null
  /** A day or a time. */
  occurred_at?: string
  contact?: { email?: string | null; name?: string | null; company?: string | null } | null
  language?: string
  /** The text in English, where it is in another language. */
  english?: string
  gold: GoldPoint[]
}
export type ItemSet = { name: string; items: Item[] }
