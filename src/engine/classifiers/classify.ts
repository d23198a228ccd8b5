import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { staticModelFolder } from '#engine/model-folders.ts'
import { textFeatures } from './features.ts'
import { type LinearClassifier, probabilities, readClassifier } from './linear-classifier.ts'
import { wordBuckets } from './word-buckets.ts'

/* Sentiment and category of a statement in the static tier, by linear classifiers. */

type ClassifierName = 'sentiment' | 'category'
export const classifierFile = (name: ClassifierName) => join(staticModelFolder, `${name}-head.json`)

const loadClassifier = (name: ClassifierName): LinearClassifier =>
  readClassifier(readFileSync(classifierFile(name), 'utf8'))

let loaded: Record<ClassifierName, LinearClassifier> | undefined
const classifiers = () => (loaded ??= { sentiment: loadClassifier('sentiment'), category: loadClassifier('category') })

/** In the order of `sentiments` and `categories`. */
type LabelProbabilities = { sentiments: readonly number[]; categories: readonly number[] }

export function staticProbabilities(text: string, vector: ArrayLike<number>): LabelProbabilities {
  const input = { vector, features: textFeatures(text), words: wordBuckets(text) }
  const { sentiment, category } = classifiers()
  return { sentiments: probabilities(sentiment, input), categories: probabilities(category, input) }
}
