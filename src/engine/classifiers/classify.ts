import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modelFolder } from '#engine/embed/model-encoder.ts'
import { staticModelFolder } from '#engine/embed/static-encoder.ts'
import { PRAISE_DAMPING, RATING_STRENGTH } from '#engine/thresholds.ts'
import { textFeatures } from './features.ts'
import { argmax, type LinearClassifier, probabilities } from './linear-classifier.ts'

/* Classifies a statement: sentiment, category and confidence. */

export type Sentiment = 'NEGATIVE' | 'NEUTRAL' | 'POSITIVE'
export type Category =
  | 'PAIN_POINTS'
  | 'DELIGHTS'
  | 'GENERAL_FEEDBACK'
  | 'FEATURE_REQUESTS'
  | 'USABILITY_ISSUES'
  | 'BUGS_AND_ERRORS'
export type FeedbackType = 'bug' | 'feature' | 'usability' | 'other'
export type Classification = { sentiment: Sentiment; category: Category; confidence: number }

/** Each tier has its own classifiers, fitted on its vectors. */
export type Tier = 'model' | 'static'
const folders: Record<Tier, string> = { model: modelFolder, static: staticModelFolder }
export const classifierFile = (tier: Tier, name: 'sentiment' | 'type') => join(folders[tier], `${name}-head.json`)

const loadClassifier = (tier: Tier, name: 'sentiment' | 'type'): LinearClassifier =>
  JSON.parse(readFileSync(classifierFile(tier, name), 'utf8')) as LinearClassifier

type Classifiers = { sentiment: LinearClassifier; type: LinearClassifier }
const loaded = new Map<Tier, Classifiers>()
function classifiersOf(tier: Tier): Classifiers {
  let found = loaded.get(tier)
  if (!found) {
    found = { sentiment: loadClassifier(tier, 'sentiment'), type: loadClassifier(tier, 'type') }
    loaded.set(tier, found)
  }
  return found
}

export const sentiments: readonly Sentiment[] = ['NEGATIVE', 'NEUTRAL', 'POSITIVE']
export const types: readonly FeedbackType[] = ['bug', 'feature', 'usability', 'other']

/** In the order of `sentiments`. */
export const sentimentProbabilities = (
  text: string,
  vector: ArrayLike<number>,
  tier: Tier,
  features = textFeatures(text),
) => probabilities(classifiersOf(tier).sentiment, vector, features)

/** In the order of `types`. */
export const typeProbabilities = (text: string, vector: ArrayLike<number>, tier: Tier, features = textFeatures(text)) =>
  probabilities(classifiersOf(tier).type, vector, features)

/** Shifts the sentiment by a rating from 0, the worst of its scale, to 1, the best. */
function withRating(shares: readonly number[], rating: number | null, strength: number): number[] {
  if (rating === null) return [...shares]
  const lean = (rating - 0.5) * 2
  const shifted = [
    shares[0]! * Math.exp(-strength * lean),
    shares[1]! * Math.exp(0.4 * strength * (1 - 2 * Math.abs(lean))),
    shares[2]! * Math.exp(strength * lean),
  ]
  const sum = shifted.reduce((a, b) => a + b, 0)
  return shifted.map((share) => share / sum)
}

const categoryOfType: Record<Exclude<FeedbackType, 'other'>, Category> = {
  bug: 'BUGS_AND_ERRORS',
  feature: 'FEATURE_REQUESTS',
  usability: 'USABILITY_ISSUES',
}
const categoryOfSentiment: Record<Sentiment, Category> = {
  POSITIVE: 'DELIGHTS',
  NEGATIVE: 'PAIN_POINTS',
  NEUTRAL: 'GENERAL_FEEDBACK',
}

/** Praise of how well something works is no bug report, however many words it shares with one. */
function dampedByPraise(shares: readonly number[], praise: number): number[] {
  return shares.map((share, k) => {
    if (types[k] === 'other') return share
    const damping = types[k] === 'feature' ? PRAISE_DAMPING.feature : PRAISE_DAMPING.other
    return share * (1 - damping * praise)
  })
}

/** `whole`: the statement is the only one of its text. */
export type ClassifierInput = {
  text: string
  vector: ArrayLike<number>
  tier?: Tier
  rating?: number | null
  whole?: boolean
}

export function classify({
  text,
  vector,
  tier = 'model',
  rating = null,
  whole = true,
}: ClassifierInput): Classification {
  const features = textFeatures(text)
  const byText = sentimentProbabilities(text, vector, tier, features)
  const bySentiment = withRating(byText, rating, whole ? RATING_STRENGTH.whole : RATING_STRENGTH.part)
  // A rating does not change the type: a feature request with five stars is a feature request.
  const byType = dampedByPraise(typeProbabilities(text, vector, tier, features), byText[2]!)
  const [s, t] = [argmax(bySentiment), argmax(byType)]
  const sentiment = sentiments[s]!
  const type = types[t]!
  const confidence = Math.sqrt(bySentiment[s]! * (byType[t]! / byType.reduce((a, b) => a + b, 0)))
  return {
    sentiment,
    category: type === 'other' ? categoryOfSentiment[sentiment] : categoryOfType[type],
    confidence: Math.round(confidence * 1000) / 1000,
  }
}
