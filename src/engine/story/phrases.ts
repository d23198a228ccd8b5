import { capitalized } from '#engine/text/capitalized.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import { MAX_NAMED_SEGMENTS } from '#engine/thresholds/stories.ts'
import { countIn, unitOf, type EvidenceUnit } from './count-evidence.ts'
import type { Evidence, StoryFinding } from './types.ts'

/* Numbers, dates and lists in words. */

export const joinWithAnd = (parts: readonly string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}` : parts.join('')
export const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')
/** With semicolons, because a point is a whole sentence. */
export const joinPoints = (findings: readonly StoryFinding[]) => findings.map(({ point }) => point).join('; ')

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const monthAndDay = (instant: string) => `${months[Number(instant.slice(5, 7)) - 1]!} ${Number(instant.slice(8, 10))}`
export const dayInWords = (instant: string) => `${monthAndDay(instant)}, ${instant.slice(0, 4)}`
/** “March 1 and May 20, 2026”; the year once where it is the same. */
export const daysInWords = (from: string, to: string) =>
  `${from.slice(0, 4) === to.slice(0, 4) ? monthAndDay(from) : dayInWords(from)} and ${dayInWords(to)}`

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
function segmentsInWords(insights: readonly Evidence[], unit: EvidenceUnit): string {
  const all = countIn(unit, insights)
  return joinWithAnd(
    segmentsOf(insights, unit).map(([segment, count]) =>
      all === 1 ? `from ${segment}` : `${count === all ? 'all' : count} from ${segment}`,
    ),
  )
}

/** “, most of them from Enterprise,”; empty where no segment has more than half. */
function mainSegmentInWords(insights: readonly Evidence[], unit: EvidenceUnit): string {
  const [[segment, count] = ['', 0]] = segmentsOf(insights, unit)
  const all = countIn(unit, insights)
  if (count * 2 <= all || all === 1) return ''
  const everyone = all === 2 ? 'both' : 'all'
  return `, ${count === all ? everyone : 'most of them'} from ${segment},`
}

/** “3 customers”, or “3 insights” where a customer is not known. */
export const countInWords = (insights: readonly Evidence[], unit = unitOf(insights)) =>
  pluralize(countIn(unit, insights), unit)

/** “4 customers, 5 insights; 3 from Enterprise and 1 from Startup” */
export function supportInWords(insights: readonly Evidence[]): string {
  const unit = unitOf(insights)
  const count = countInWords(insights, unit)
  const ofInsights = countIn(unit, insights) === insights.length ? [] : [pluralize(insights.length, 'insight')]
  return [[count, ...ofInsights].join(', '), segmentsInWords(insights, unit)].filter(Boolean).join('; ')
}

/** “4 of 9 customers”, “both insights” */
export function shareInWords(insights: readonly Evidence[], all: readonly Evidence[]): string {
  const unit = unitOf(all)
  return partInWords(countIn(unit, insights), countIn(unit, all), unit)
}

/** “4 of 9 customers”, “all 9 customers”, “both customers” */
export function partInWords(own: number, all: number, unit: EvidenceUnit): string {
  if (own !== all) return `${own} of ${pluralize(all, unit)}`
  return own === 2 ? `both ${unit}s` : `all ${pluralize(own, unit)}`
}

/** “4 of 9 customers, most of them from Enterprise,” */
export function subjectInWords(insights: readonly Evidence[], all: readonly Evidence[]): string {
  return `${capitalized(shareInWords(insights, all))}${mainSegmentInWords(insights, unitOf(all))}`
}
