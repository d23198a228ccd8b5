import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { staticModelFolder } from '#engine/embed/static-encoder.ts'
import { PRAISE_DAMPING } from '#engine/thresholds.ts'
import { textFeatures } from './features.ts'
import { type LinearClassifier, probabilities } from './linear-classifier.ts'

/* Sentiment and category of a statement in the static tier, by linear classifiers. */

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

export type Tier = 'model' | 'static'
export const classifierFile = (name: 'sentiment' | 'type') => join(staticModelFolder, `${name}-head.json`)

const loadClassifier = (name: 'sentiment' | 'type'): LinearClassifier =>
  JSON.parse(readFileSync(classifierFile(name), 'utf8')) as LinearClassifier

type Classifiers = { sentiment: LinearClassifier; type: LinearClassifier }
let loaded: Classifiers | undefined
const classifiers = (): Classifiers =>
  (loaded ??= { sentiment: loadClassifier('sentiment'), type: loadClassifier('type') })

export const types: readonly FeedbackType[] = ['bug', 'feature', 'usability', 'other']

/** Praise of how well something works is no bug report, however many words it shares with one. */
function dampedByPraise(shares: readonly number[], praise: number): number[] {
  return shares.map((share, k) => {
    if (types[k] === 'other') return share
    const damping = types[k] === 'feature' ? PRAISE_DAMPING.feature : PRAISE_DAMPING.other
    return share * (1 - damping * praise)
  })
}

/** In the order of `sentiments` and `categories`. */
export type LabelProbabilities = { sentiments: readonly number[]; categories: readonly number[] }

/** What is neither bug, feature nor usability is praise, complaint or neither. */
export function staticProbabilities(text: string, vector: ArrayLike<number>): LabelProbabilities {
  const features = textFeatures(text)
  const sentiments = probabilities(classifiers().sentiment, vector, features)
  const [negative, neutral, positive] = sentiments as [number, number, number]
  const byType = dampedByPraise(probabilities(classifiers().type, vector, features), positive)
  const sum = byType.reduce((a, b) => a + b, 0)
  const [bug, feature, usability, other] = byType.map((share) => share / sum) as [number, number, number, number]
  return { sentiments, categories: [other * negative, other * positive, other * neutral, feature, usability, bug] }
}
