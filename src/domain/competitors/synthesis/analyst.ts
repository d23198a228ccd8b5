import { wordsOf } from '#engine/words.ts'
import { groupApart } from './group-apart.ts'
import type { Finding, Review } from './kinds.ts'
import { moodOf, subjectOf } from './mood.ts'
import { shortened } from './naming.ts'

/** Who reads the reviews. Everything that understands words is behind this seam. */
export type Analyst = {
  /** What each review says, in its own words; a review may say nothing. */
  read(reviews: readonly Review[]): Promise<Finding[][]>
  /** Places of the texts that speak of the same thing, the most typical first. */
  group(texts: readonly string[]): Promise<number[][]>
  /** For each subject the places of the texts that say the same, the closest first. */
  match(subjects: readonly string[], texts: readonly string[]): Promise<number[][]>
}

/** Works everywhere: nothing but the words themselves. */
export const plainAnalyst: Analyst = {
  read: async (reviews) => reviews.map((review) => [findingOf(review)]),
  group: groupApart,
  match: async (subjects, texts) => matches(subjects, texts),
}

const longestQuote = 500

function findingOf(review: Review): Finding {
  const quote = tellingPart(review.content)
  const sentiment = moodOf(`${review.title ?? ''} ${review.content}`, review.rating)
  const title = review.title !== null && review.title.trim().split(/\s+/).length >= 2 ? review.title : quote
  return { name: shortened(title), sentiment, category: subjectOf(review.content, sentiment), quote }
}

/** The sentence with most to say; the first of equals. */
function tellingPart(content: string): string {
  const sentences = content.match(/[^.!?\n]+[.!?]*/g)?.map((part) => part.trim()).filter((part) => part !== '') ?? [content]
  const best = sentences.map((text) => ({ text, worth: Math.min(wordsOf(text).length, 15) })).reduce((a, b) => (b.worth > a.worth ? b : a))
  return best.text.slice(0, longestQuote).trim()
}

/** At least this part of a text's words must be among the subject's. */
const alike = 0.6
const mostMatches = 50

function matches(subjects: readonly string[], texts: readonly string[]): number[][] {
  const words = texts.map((text) => new Set(wordsOf(text)))
  return subjects.map((subject) => {
    const known = new Set(wordsOf(subject))
    return words
      .map((own, place) => ({ place, share: own.size < 2 ? 0 : [...own].filter((word) => known.has(word)).length / own.size }))
      .filter(({ share }) => share >= alike)
      .sort((a, b) => b.share - a.share || a.place - b.place)
      .slice(0, mostMatches)
      .map(({ place }) => place)
  })
}
