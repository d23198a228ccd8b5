import {
  MIN_CONTROL_ASKS,
  MIN_OUTCOME_CONTROLS,
  MIN_OUTCOME_WEEKS_BEFORE,
  MOVED_LEVEL,
  OUTCOME_EQUIVALENCE_RATIO,
  OUTCOME_LOOKS,
  PLACEBO_LEVEL,
} from '#engine/thresholds/outcomes.ts'
import type { OutcomeReason, OutcomeVerdict } from '#vocabulary/outcomes.ts'
import { countChange, sentimentChange, type Split } from './changes.ts'
import { compareChanges, type ComparedChange, type Ratio } from './compare-changes.ts'
import { type OutcomeHistory, sumOfWeeks, type WeeklyCounts } from './history.ts'

export type MeasuredOutcome = {
  verdict: OutcomeVerdict
  reason: OutcomeReason | null
  /** Whole weeks after the date that were compared. */
  weeksAfter: number
  volume: Ratio | null
  sentiment: Ratio | null
  /** How many customers more would have to ask or complain after the date; null where more would not help. */
  missingAsks: number | null
}

/** Weeks that a verdict is based on; undefined before the first look. */
const lookAfter = (weeks: number) => OUTCOME_LOOKS.findLast((look) => look.weeks <= weeks)

/** What the verdict of a Project rests on; `parts` is how many verdicts are given beside each other. */
export function measureOutcome(history: OutcomeHistory, parts = 1): MeasuredOutcome {
  const weeksAfter = history.active.length - history.weeksBefore
  const look = lookAfter(weeksAfter)
  if (!look) return nothing('too_early', weeksAfter)
  const split = { from: 0, date: history.weeksBefore, to: history.weeksBefore + look.weeks }
  if (history.active.slice(0, split.date).filter((count) => count > 0).length < MIN_OUTCOME_WEEKS_BEFORE)
    return nothing('short_history', look.weeks)
  const controls = usableControls(history, split)
  if (controls.length < MIN_OUTCOME_CONTROLS) return nothing('few_other_themes', look.weeks)
  // Two measures, and each part of the Project, share the level.
  const level = look.level / 2 / parts
  const volume = compareVolume(history.target, controls, split, level)
  const sentiment = compareSentiment(history.target, controls, split, level)
  const measured = { weeksAfter: look.weeks, volume: ratioOf(volume), sentiment: ratioOf(sentiment) }
  const found = verdictOf(volume, sentiment)
  if (found === 'too_little')
    return { ...measured, verdict: found, reason: 'few_customers', missingAsks: missing(volume, history, split) }
  if (found !== 'no_change' && wasChanging(history.target, controls, split, found))
    return { ...measured, verdict: 'too_little', reason: 'changed_before', missingAsks: null }
  return { ...measured, verdict: found, reason: null, missingAsks: null }
}

const nothing = (reason: OutcomeReason, weeksAfter: number): MeasuredOutcome => ({
  verdict: 'too_little',
  reason,
  weeksAfter,
  volume: null,
  sentiment: null,
  missingAsks: null,
})

const ratioOf = ({ ratio, low, high }: ComparedChange): Ratio => ({ ratio, low, high })

const usableControls = ({ controls }: OutcomeHistory, { from, to }: Split) =>
  controls.filter(({ asks }) => sumOfWeeks(asks, from, to) >= MIN_CONTROL_ASKS)

/** Positions of neighbours that rose more than other themes did: the complaint may have moved there. */
export function risenNeighbours(history: OutcomeHistory, neighbours: readonly WeeklyCounts[]): number[] {
  const look = lookAfter(history.active.length - history.weeksBefore)
  if (!look) return []
  const split = { from: 0, date: history.weeksBefore, to: history.weeksBefore + look.weeks }
  const controls = usableControls(history, split)
  if (controls.length < MIN_OUTCOME_CONTROLS) return []
  const level = MOVED_LEVEL / Math.max(1, neighbours.length)
  return neighbours.flatMap((one, position) => (compareVolume(one, controls, split, level).low > 1 ? [position] : []))
}

const compareVolume = (target: WeeklyCounts, controls: readonly WeeklyCounts[], split: Split, level: number) =>
  compareChanges(
    countChange(target.asks, split),
    controls.map(({ asks }) => countChange(asks, split)),
    level,
  )

const compareSentiment = (target: WeeklyCounts, controls: readonly WeeklyCounts[], split: Split, level: number) =>
  compareChanges(
    sentimentChange(target, split),
    controls.map((control) => sentimentChange(control, split)),
    level,
  )

function verdictOf(volume: Ratio, sentiment: Ratio): OutcomeVerdict {
  const better = volume.high < 1 || sentiment.high < 1
  const worse = volume.low > 1 || sentiment.low > 1
  if (better !== worse) return better ? 'improved' : 'worse'
  if (better) return 'too_little'
  const isSmall = ({ low, high }: Ratio) => high < OUTCOME_EQUIVALENCE_RATIO && low > 1 / OUTCOME_EQUIVALENCE_RATIO
  return isSmall(volume) ? 'no_change' : 'too_little'
}

/** The same comparison at a date in the middle of the weeks before, where the Project cannot have changed anything. */
function wasChanging(
  target: WeeklyCounts,
  controls: readonly WeeklyCounts[],
  { date }: Split,
  found: 'improved' | 'worse',
) {
  const split = { from: 0, date: Math.floor(date / 2), to: date }
  const { low, high } = compareVolume(target, controls, split, PLACEBO_LEVEL)
  return found === 'improved' ? high < 1 : low > 1
}

function missing({ quantile, fixedVariance }: ComparedChange, { target }: OutcomeHistory, split: Split) {
  const wanted = (Math.log(OUTCOME_EQUIVALENCE_RATIO) / quantile) ** 2 - fixedVariance
  const before = sumOfWeeks(target.asks, split.from, split.date)
  const left = wanted - 1 / Math.max(1, before)
  if (left <= 0) return null
  return Math.max(1, Math.ceil(1 / left) - sumOfWeeks(target.asks, split.date, split.to))
}
