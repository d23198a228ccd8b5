import { pluralize } from '#engine/text/pluralize.ts'
import { MIN_TREND_INSIGHTS, MIN_TREND_RATIO } from '#engine/thresholds.ts'
import { byId, idsOf } from './count-evidence.ts'
import { dayInWords } from './phrases.ts'
import type { CitedText, Evidence } from './types.ts'

const dayMs = 86_400_000
const periodMs = 30 * dayMs
/** Days up to which a time span is given in days. */
const maxShortSpan = 45

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
  const counts = `${recent.length} in the last 30 days of that time, ${before.length} in the 30 days before`
  return [
    span,
    {
      text: `${trendInWords(recent.length, before.length)}: ${counts}.`,
      insight_ids: idsOf([...recent, ...before]),
    },
  ]
}

function spanInWords(first: Evidence, last: Evidence): string {
  const days = Math.ceil((Date.parse(last.occurred_at) - Date.parse(first.occurred_at)) / dayMs)
  const [from, to] = [dayInWords(first.occurred_at), dayInWords(last.occurred_at)]
  return days <= maxShortSpan
    ? `All of it was said within ${pluralize(days, 'day')}, up to ${to}.`
    : `The first of it dates from ${from}, the latest from ${to}.`
}

function trendInWords(recent: number, before: number): string {
  if (recent >= MIN_TREND_RATIO * before) return 'It is growing'
  return before >= MIN_TREND_RATIO * recent ? 'It is fading' : 'It keeps coming'
}
