import {
  MAX_BETTER_DAY,
  MENTION_EVIDENCE,
  MIN_RELEASE_CUSTOMERS,
  MIN_RELEASE_DAYS,
  MIN_RELEASE_RATIO,
  RELEASE_ALARM,
  RELEASE_DAYS_AFTER,
} from '#engine/thresholds/releases.ts'
import type { DailyCounts } from './daily-counts.ts'
import { weeklyShock } from './weekly-shock.ts'

/** `spread`: how much more than chance the theme varies; `evidence` is what is left of the likelihood beside that. */
type ReleaseRise<R> = {
  release: R
  ratio: number
  before: number
  since: number
  spread: number
  evidence: number
}

/** Sums of the days before each day. */
function runningSums(values: readonly number[]): number[] {
  const sums = [0]
  for (const value of values) sums.push(sums.at(-1)! + value)
  return sums
}

type Sums = { theme: number[]; others: number[]; mentions: number[]; end: number }

/**
 * The release that a rise of the theme began with; undefined without a rise, and while the one that fits best is too
 * new. `day` is the position of the day of a release in the counts.
 */
export function findRelease<R extends { day: number }>(
  counts: DailyCounts,
  releases: readonly R[],
): ReleaseRise<R> | undefined {
  const end = counts.theme.length
  const sums = {
    theme: runningSums(counts.theme),
    others: runningSums(counts.others),
    mentions: runningSums(counts.mentions),
    end,
  }
  const [best] = releases
    .filter(({ day }) => day > 0 && day < end && end - day <= RELEASE_DAYS_AFTER)
    .map((release) => riseSince(counts, sums, release))
    .filter((rise) => rise !== undefined)
    .toSorted((a, b) => b.evidence - a.evidence)
  if (!best || best.evidence < RELEASE_ALARM || end - best.release.day < MIN_RELEASE_DAYS) return undefined
  const worse = bestGain(sums) - likelihoodGain(sums, best.release.day)
  return worse <= MAX_BETTER_DAY * best.spread ? best : undefined
}

/** How much better the counts are explained by a rise on that day than by none. */
function riseSince<R extends { day: number }>(counts: DailyCounts, sums: Sums, release: R) {
  const { day } = release
  const { theme, others, mentions, end } = sums
  const [before, since] = [theme[day]!, theme[end]! - theme[day]!]
  const [volumeBefore, volumeSince] = [others[day]!, others[end]! - others[day]!]
  if (since < MIN_RELEASE_CUSTOMERS || volumeBefore === 0 || volumeSince === 0) return undefined
  const expected = ((before + 0.5) * volumeSince) / volumeBefore
  const ratio = since / expected
  if (ratio < MIN_RELEASE_RATIO) return undefined
  const weeks = Math.max(1, (end - day) / 7)
  const spread = 1 + (weeklyShock(counts, day) * expected) / weeks
  const mentioned = mentions[end]! - mentions[day]!
  const usual = ((mentions[day]! + 0.5) * volumeSince) / volumeBefore
  const evidence = likelihoodGain(sums, day) / spread + MENTION_EVIDENCE * poissonGain(mentioned, usual)
  return { release, ratio, before, since, spread, evidence }
}

/** The logarithm of how many times as likely a count is with its own mean as with that which was usual; 0 if lower. */
const poissonGain = (count: number, usual: number) =>
  count <= usual ? 0 : count * Math.log(count / usual) - (count - usual)

/** The same of counts with a share that rose on a day, as with one share. */
function likelihoodGain({ theme, others, end }: Sums, day: number): number {
  const term = (from: number, to: number) => {
    const own = theme[to]! - theme[from]!
    return own === 0 ? 0 : own * Math.log(own / (own + others[to]! - others[from]!))
  }
  return term(0, day) + term(day, end) - term(0, end)
}

/** Of all days, release or not: a rise that began on another day began with no release. */
function bestGain(sums: Sums): number {
  let best = 0
  for (let day = 1; day < sums.end; day++) best = Math.max(best, likelihoodGain(sums, day))
  return best
}
