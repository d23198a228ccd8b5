import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelFolder } from '#engine/embed/encoder.ts'
import { tableFolder } from '#engine/embed/static.ts'
import { featuresOf } from './features.ts'
import { type Head, likeliest, probabilities } from './head.ts'

/* What a statement is: its sentiment and its category, with how sure that is. */

export type Sentiment = 'NEGATIVE' | 'NEUTRAL' | 'POSITIVE'
export type Category =
  | 'PAIN_POINTS'
  | 'DELIGHTS'
  | 'GENERAL_FEEDBACK'
  | 'FEATURE_REQUESTS'
  | 'USABILITY_ISSUES'
  | 'BUGS_AND_ERRORS'
export type Type = 'bug' | 'feature' | 'usability' | 'other'
export type Classified = { sentiment: Sentiment; category: Category; confidence: number }

/** The vectors of each tier have heads of their own. */
export type Tier = 'model' | 'static'
const folders: Record<Tier, string> = { model: modelFolder, static: tableFolder }
export const headFile = (tier: Tier, name: 'sentiment' | 'type') => join(folders[tier], `${name}-head.json`)

const load = (tier: Tier, name: 'sentiment' | 'type'): Head =>
  JSON.parse(readFileSync(headFile(tier, name), 'utf8')) as Head
const heads = new Map<Tier, { sentiment: Head; type: Head }>()
function headsOf(tier: Tier) {
  let found = heads.get(tier)
  if (!found) heads.set(tier, (found = { sentiment: load(tier, 'sentiment'), type: load(tier, 'type') }))
  return found
}

export const sentiments: readonly Sentiment[] = ['NEGATIVE', 'NEUTRAL', 'POSITIVE']
export const types: readonly Type[] = ['bug', 'feature', 'usability', 'other']

export const sentimentShares = (text: string, vector: ArrayLike<number>, tier: Tier, features = featuresOf(text)) =>
  probabilities(headsOf(tier).sentiment, vector, features)
export const typeShares = (text: string, vector: ArrayLike<number>, tier: Tier, features = featuresOf(text)) =>
  probabilities(headsOf(tier).type, vector, features)

/** How far a rating speaks for each sentiment; a part of a longer text may well differ from the whole. */
const ratingStrength = { whole: 3, part: 1.2 }

/** `rating` from 0, the worst of its scale, to 1, the best. */
function withRating(shares: readonly number[], rating: number | null, strength: number): number[] {
  if (rating === null) return [...shares]
  const lean = (rating - 0.5) * 2
  const leaned = [
    shares[0]! * Math.exp(-strength * lean),
    shares[1]! * Math.exp(0.4 * strength * (1 - 2 * Math.abs(lean))),
    shares[2]! * Math.exp(strength * lean),
  ]
  const sum = leaned.reduce((a, b) => a + b, 0)
  return leaned.map((share) => share / sum)
}

const categoryOf: Record<Exclude<Type, 'other'>, Category> = {
  bug: 'BUGS_AND_ERRORS',
  feature: 'FEATURE_REQUESTS',
  usability: 'USABILITY_ISSUES',
}
const byMood: Record<Sentiment, Category> = {
  POSITIVE: 'DELIGHTS',
  NEGATIVE: 'PAIN_POINTS',
  NEUTRAL: 'GENERAL_FEEDBACK',
}

/** Praise of how well something works is no bug, however many words it shares with one. */
function typed(shares: readonly number[], mood: readonly number[]): number[] {
  const praised = mood[2]!
  return shares.map((share, k) =>
    types[k] === 'other' ? share : share * (types[k] === 'feature' ? 1 - 0.35 * praised : 1 - 0.75 * praised),
  )
}

export type Given = { text: string; vector: ArrayLike<number>; tier?: Tier; rating?: number | null; whole?: boolean }

export function classify({ text, vector, tier = 'model', rating = null, whole = true }: Given): Classified {
  const features = featuresOf(text)
  const said = sentimentShares(text, vector, tier, features)
  const mood = withRating(said, rating, whole ? ratingStrength.whole : ratingStrength.part)
  // Five stars with a wish are still a wish: what a statement is, its own words say.
  const kind = typed(typeShares(text, vector, tier, features), said)
  const [m, t] = [likeliest(mood), likeliest(kind)]
  const sentiment = sentiments[m]!
  const type = types[t]!
  const sure = Math.sqrt(mood[m]! * (kind[t]! / kind.reduce((a, b) => a + b, 0)))
  return {
    sentiment,
    category: type === 'other' ? byMood[sentiment] : categoryOf[type],
    confidence: Math.round(sure * 1000) / 1000,
  }
}
