import type { MethodFactor } from '#engine/opportunity-score.ts'
import type { ScoreFactor, ScoringKind } from '#vocabulary/score-factors.ts'

/* What a scoring method may count. */

const plain = (factor: ScoreFactor, name: string): MethodFactor => ({
  factor,
  name,
  key: null,
  weight: 1,
  full_at: null,
  rubric: [],
})
const rating = (key: string, name: string, rubric: [number, string][]): MethodFactor => ({
  ...plain('rating', name),
  key,
  rubric: rubric.map(([value, text]) => ({ value, text })),
})

const oneToTen: [number, string][] = [
  [1, 'Hardly any'],
  [3, 'Some'],
  [5, 'Much'],
  [8, 'Very much'],
  [10, 'More than anything else'],
]

/** The usual factors of the methods that have a fixed form. */
const usualFactors: Partial<Record<ScoringKind, readonly MethodFactor[]>> = {
  rice: [
    plain('people', 'Reach'),
    rating('impact', 'Impact', [
      [0.25, 'Minimal'],
      [0.5, 'Low'],
      [1, 'Medium'],
      [2, 'High'],
      [3, 'Massive'],
    ]),
    plain('confidence', 'Confidence'),
    plain('effort', 'Effort'),
  ],
  wsjf: [
    rating('business_value', 'Value to users and the business', oneToTen),
    rating('time_criticality', 'Urgency', oneToTen),
    rating('risk_reduction', 'Less risk, or more opportunities', oneToTen),
    plain('effort', 'Effort'),
  ],
}
export const factorsOf = (kind: ScoringKind, given: readonly MethodFactor[] | undefined) => given ?? usualFactors[kind]

const reachFactors: readonly ScoreFactor[] = ['people', 'accounts', 'revenue']

/** Why these factors are no method of the kind; undefined where they are. */
export function factorProblem(kind: ScoringKind, factors: readonly MethodFactor[]): string | undefined {
  if (factors.some(({ factor, key }) => (factor === 'rating') !== (key !== null)))
    return 'a factor has a key if it is a rating, and only then'
  const names = factors.map(({ factor, key }) => key ?? `:${factor}`)
  if (new Set(names).size < names.length) return 'a factor and a key occur once'
  const count = (...among: readonly ScoreFactor[]) => factors.filter(({ factor }) => among.includes(factor)).length
  if (kind === 'rice') {
    const isRice = count(...reachFactors) === 1 && count('rating') === 1 && count('confidence', 'effort') === 2
    return isRice && factors.length === 4
      ? undefined
      : 'RICE needs one of people, accounts or revenue, one rating, confidence and effort, and nothing else'
  }
  if (kind === 'wsjf') {
    const isWsjf = count('effort') === 1 && count('rating') === factors.length - 1 && factors.length > 1
    return isWsjf ? undefined : 'WSJF needs ratings and effort, and nothing else'
  }
  return factors.some(({ weight }) => weight > 0) ? undefined : 'at least one factor needs a weight above 0'
}
