import { pluralize } from '#engine/text/pluralize.ts'
import { MIN_TREND_INSIGHTS, MIN_TREND_RATIO } from '#engine/thresholds/stories.ts'
import { byId, insightIds } from './count-evidence.ts'
import { daysInWords, dayInWords } from './phrases.ts'
import type { CitedText, Evidence } from './types.ts'

const dayMs = 86_400_000
const periodMs = 30 * dayMs

function byTime(a: Evidence, b: Evidence): number {
  if (a.occurred_at < b.occurred_at) return -1
  return a.occurred_at > b.occurred_at ? 1 : byId(a, b)
}

/** Relative to the latest insight and not to today, so that the same evidence always gives the same story. */
export function timeSentences(insights: readonly Evidence[]): CitedText[] {
  const inOrder = [...insights].sort(byTime)
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!]
  if (first.occurred_at.slice(0, 10) === last.occurred_at.slice(0, 10)) return []
  const span = { text: spanInWords(first, last), insight_ids: [first.id, last.id] }
  const end = Date.parse(last.occurred_at)
  const age = (one: Evidence) => end - Date.parse(one.occurred_at)
  const recent = inOrder.filter((one) => age(one) < periodMs)
  const before = inOrder.filter((one) => age(one) >= periodMs && age(one) < 2 * periodMs)
  if (age(first) < 2 * periodMs || recent.length + before.length < MIN_TREND_INSIGHTS) return [span]
  const text = trendInWords(recent.length, before.length, `in the 30 days to ${dayInWords(last.occurred_at)}`)
  return [span, { text, insight_ids: insightIds([...recent, ...before]) }]
}

const spanInWords = (first: Evidence, last: Evidence) =>
  `They were given between ${daysInWords(first.occurred_at, last.occurred_at)}.`

function trendInWords(recent: number, before: number, period: string): string {
  const change = (verb: string) =>
    `Their number ${verb} from ${before} to ${recent} ${period}, compared with the 30 days before.`
  if (recent >= MIN_TREND_RATIO * before) return change('rose')
  if (before >= MIN_TREND_RATIO * recent) return change('fell')
  const wereThere = `There ${recent === 1 ? 'was' : 'were'} ${pluralize(recent, 'insight')}`
  return `${wereThere} ${period} and ${before} in the 30 days before.`
}
