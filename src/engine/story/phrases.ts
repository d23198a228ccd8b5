import { MAX_NAMED_SEGMENTS } from '#engine/thresholds/stories.ts'
import { countIn, unitOf, type EvidenceUnit } from './count-evidence.ts'
import type { Sentences } from './sentences.ts'
import type { Evidence, StoryFinding } from './types.ts'

/* Parts of sentences: numbers, shares, segments and sources in words. */

/** With semicolons, because a point is a whole sentence. */
export const joinPoints = ({ say }: Sentences, findings: readonly StoryFinding[]) =>
  findings.map(({ point }) => point).reduce((points, point) => say('points', { points, point }))

const sourceNames: Record<string, string> = {
  csv: 'CSV',
  api: 'API',
  nps: 'NPS',
  g2: 'G2',
  app_store: 'App Store',
  play_store: 'Play Store',
  google_play: 'Google Play',
}
/** The display name of a source. */
export const sourceInWords = (source: string) =>
  sourceNames[source] ?? `${source.charAt(0).toUpperCase()}${source.slice(1).replaceAll('_', ' ')}`

/** Values with their counts, the most frequent first. */
export function countValues(values: readonly string[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** The segments with how many customers, or insights, are in each. */
export function segmentsOf(insights: readonly Evidence[], unit: EvidenceUnit): [string, number][] {
  const names = [...new Set(insights.flatMap(({ segments }) => segments))]
  return names
    .map((name): [string, number] => [
      name,
      countIn(
        unit,
        insights.filter(({ segments }) => segments.includes(name)),
      ),
    ])
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, MAX_NAMED_SEGMENTS)
}

/** “2 from Enterprise and 1 from Startup” */
function segmentsInWords({ say, list }: Sentences, insights: readonly Evidence[], unit: EvidenceUnit): string {
  const all = countIn(unit, insights)
  return list(
    segmentsOf(insights, unit).map(([segment, n]) => {
      if (all === 1) return say('from', { segment })
      return n === all ? say(`all_from_${unit}`, { segment }) : say('some_from', { n, segment })
    }),
  )
}

/** “most of them from Enterprise”; undefined where no segment has more than half. */
export function mainSegmentInWords(
  { say }: Sentences,
  insights: readonly Evidence[],
  unit: EvidenceUnit,
): string | undefined {
  const [[segment, count] = ['', 0]] = segmentsOf(insights, unit)
  const all = countIn(unit, insights)
  if (count * 2 <= all || all === 1) return undefined
  const everyone = all === 2 ? 'both' : 'all'
  return say(`${count === all ? everyone : 'most'}_from_${unit}`, { segment })
}

/** “3 customers”, or “3 insights” where a customer is not known. */
export const countInWords = ({ say }: Sentences, insights: readonly Evidence[], unit = unitOf(insights)) =>
  say(`${unit}s`, { n: countIn(unit, insights) })

/** “4 customers, 5 insights; 3 from Enterprise and 1 from Startup” */
export function supportInWords(sentences: Sentences, insights: readonly Evidence[]): string {
  const { say } = sentences
  const unit = unitOf(insights)
  const count = countInWords(sentences, insights, unit)
  const support =
    countIn(unit, insights) === insights.length
      ? count
      : say('customers_with_insights', { customers: count, insights: say('insights', { n: insights.length }) })
  const segments = segmentsInWords(sentences, insights, unit)
  return segments === '' ? support : say('support_with_segments', { support, segments })
}

/** “4 of 9 customers”, “both insights” */
export function shareInWords(sentences: Sentences, insights: readonly Evidence[], all: readonly Evidence[]): string {
  const unit = unitOf(all)
  return partInWords(sentences, { own: countIn(unit, insights), all: countIn(unit, all), unit })
}

/** “4 of 9 customers”, “all 9 customers”, “both customers” */
export function partInWords(
  { say }: Sentences,
  { own, all, unit }: { own: number; all: number; unit: EvidenceUnit },
): string {
  if (own !== all) return say(`some_of_${unit}`, { own, all })
  return own === 2 ? say(`both_of_${unit}`) : say(`all_of_${unit}`, { all })
}
