import { MIN_TREND_INSIGHTS, MIN_TREND_RATIO } from '#engine/thresholds/stories.ts'
import { byId, insightIds } from './count-evidence.ts'
import type { Sentences } from './sentences.ts'
import type { CitedText, Evidence } from './types.ts'

const dayMs = 86_400_000
const periodMs = 30 * dayMs

function byTime(a: Evidence, b: Evidence): number {
  if (a.occurred_at < b.occurred_at) return -1
  return a.occurred_at > b.occurred_at ? 1 : byId(a, b)
}

/** Relative to the latest insight and not to today, so that the same evidence always gives the same story. */
export function timeSentences(insights: readonly Evidence[], { say, day, days }: Sentences): CitedText[] {
  const inOrder = [...insights].sort(byTime)
  const [first, last] = [inOrder[0]!, inOrder.at(-1)!]
  if (first.occurred_at.slice(0, 10) === last.occurred_at.slice(0, 10)) return []
  const span = { text: say('span', days(first.occurred_at, last.occurred_at)), insight_ids: [first.id, last.id] }
  const end = Date.parse(last.occurred_at)
  const age = (one: Evidence) => end - Date.parse(one.occurred_at)
  const recent = inOrder.filter((one) => age(one) < periodMs)
  const before = inOrder.filter((one) => age(one) >= periodMs && age(one) < 2 * periodMs)
  if (age(first) < 2 * periodMs || recent.length + before.length < MIN_TREND_INSIGHTS) return [span]
  const text = say(`trend_${directionOf(recent.length, before.length)}`, {
    recent: recent.length,
    before: before.length,
    day: day(last.occurred_at),
  })
  return [span, { text, insight_ids: insightIds([...recent, ...before]) }]
}

function directionOf(recent: number, before: number): 'rose' | 'fell' | 'steady' {
  if (recent >= MIN_TREND_RATIO * before) return 'rose'
  return before >= MIN_TREND_RATIO * recent ? 'fell' : 'steady'
}
