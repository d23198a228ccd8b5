import { analyze } from '#engine/analyze.ts'
import { argmax } from '#engine/classifiers/linear-classifier.ts'
import { readWhole, type ReadingTier, type Tiers } from './classifiers.ts'
import { typeProbabilities, types } from './feedback-types.ts'
import { dataSets, type Example, type Flag, flags, sampled, textOf } from './rows.ts'
import { classScore } from './scores.ts'

/* Sets whose rows have a boolean for each kind of feedback: a text can be a bug report and a request at once. */

const categoryOf: Record<Flag, string> = {
  bug: 'BUGS_AND_ERRORS',
  feature: 'FEATURE_REQUESTS',
  usability: 'USABILITY_ISSUES',
}

const flagOf = (row: Example, flag: Flag) => String(row[flag] ?? false)

/**
 * Macro-F1 of each flag and their mean, by the type of the whole text and by the findings in it: a flag is set when
 * any finding has its category.
 */
export async function evaluateFlags(folder: string, tiers: Tiers, max: number) {
  const lines: Record<string, unknown>[] = []
  for (const { name, rows } of dataSets(folder, 'type_')) {
    const used = flags.filter((flag) => rows.some((row) => row[flag] !== undefined))
    if (used.length === 0) continue
    const some = sampled(rows, max)
    const score = (predicted: readonly ReadonlySet<Flag>[]) => {
      const scores = used.map((flag) => {
        const gold = some.map((row) => flagOf(row, flag))
        return classScore(
          gold,
          predicted.map((set) => String(set.has(flag))),
        ).macro
      })
      return { scores, mean: Math.round((10 * scores.reduce((a, b) => a + b, 0)) / scores.length) / 10 }
    }
    const texts = some.map(textOf)
    const [first, ...others] = await Promise.all(tiers.map(async (tier) => score(await byWholeText(texts, tier))))
    const findings = score(await byFindings(texts, tiers[0]))
    lines.push({
      set: name,
      rows: some.length,
      'macro-F1': first!.mean,
      ...Object.fromEntries(used.map((flag, n) => [flag, first!.scores[n]])),
      ...Object.fromEntries(others.map(({ mean }, n) => [`${tiers[n + 1]!.tier} tier`, mean])),
      'by findings': findings.mean,
      ...Object.fromEntries(used.map((flag, n) => [`${flag} by findings`, findings.scores[n]])),
    })
  }
  return lines
}

async function byWholeText(texts: readonly string[], tier: ReadingTier): Promise<Set<Flag>[]> {
  return (await readWhole(tier, texts)).map((point) => {
    const type = point && types[argmax(typeProbabilities(point))]
    return new Set(flags.filter((flag) => flag === type))
  })
}

async function byFindings(texts: readonly string[], { read }: ReadingTier): Promise<Set<Flag>[]> {
  const sources = texts.map((content) => ({ content, title: null, rating: null, max: 8 }))
  const found = await analyze(sources, read)
  return found.map(
    (findings) => new Set(flags.filter((flag) => findings.some(({ category }) => category === categoryOf[flag]))),
  )
}
