import type { Driver, Mentions, DriverGroup } from './drivers.ts'
import { isNamedTheme } from '#engine/naming/named-themes.ts'
import {
  MIN_ADVICE_MENTIONS,
  MIN_RELIABLE_RESPONSES,
  MAX_DETRACTOR_THEMES,
  MAX_PROMOTER_THEMES,
} from '#engine/thresholds/nps.ts'
import { marginOfError, percent, responseCount } from './score.ts'
import type { NpsTally } from '#vocabulary/nps.ts'

/* Advice on a score: what lowers it, what raises it, and whether there are enough responses. */

/** Based on the insights of a theme in a group, or of a whole group; on none where it is about the survey itself. */
export type Advice = { text: string; theme_id: string | null; group: DriverGroup | null }

/** Empty without responses. */
export function npsAdvice(tally: NpsTally, reasons: Mentions, drivers: readonly Driver[]): Advice[] {
  const responses = responseCount(tally)
  if (responses === 0) return []
  const ofGroup = (group: DriverGroup) =>
    drivers
      .filter((one) => one.group === group && one.count >= MIN_ADVICE_MENTIONS)
      .filter((one) => isNamedTheme({ ...one, is_catch_all: false }))
      .sort((a, b) => b.count - a.count || b.lift - a.lift || (a.theme_id < b.theme_id ? -1 : 1))
  const toAdvice = (driver: Driver, text: string): Advice => ({
    text,
    theme_id: driver.theme_id,
    group: driver.group,
  })
  const problems = ofGroup('DETRACTOR').slice(0, MAX_DETRACTOR_THEMES)
  const strengths = ofGroup('PROMOTER').slice(0, MAX_PROMOTER_THEMES)
  return [
    ...problems.map((driver) => toAdvice(driver, improveText(driver, responses))),
    ...(problems.length === 0 ? withoutDrivers(tally, reasons) : []),
    ...strengths.map((driver) => toAdvice(driver, keepText(driver, responses))),
    ...lowSampleAdvice(tally),
  ]
}

const mentions = ({ count, group_size, share, baseline_share, baseline_size }: Driver, who: string) =>
  `${count} of ${group_size} ${who} who give a reason mention it ` +
  `(${share} %, against ${baseline_share} % of all ${baseline_size})`
const points = (count: number, responses: number) =>
  `${percent(count, responses)!} ${percent(count, responses) === 1 ? 'point' : 'points'}`

const improveText = (driver: Driver, responses: number) =>
  `Work on “${driver.name}”: ${mentions(driver, 'detractors')}. ` +
  `Had they been passive, the score would be ${points(driver.count, responses)} higher.`
const keepText = (driver: Driver, responses: number) =>
  `Keep up “${driver.name}”: ${mentions(driver, 'promoters')}. ` +
  `They carry ${points(driver.count, responses)} of the score.`

/** For detractors who give no reason, or whose reasons have no common theme. */
function withoutDrivers({ detractors }: NpsTally, { detractors: withReason }: Mentions): Advice[] {
  if (detractors === 0) return []
  if (withReason === 0) {
    const text =
      detractors === 1
        ? 'Ask the one detractor why: there is no reason yet.'
        : `Ask detractors why: none of the ${detractors} gives a reason.`
    return [{ text, theme_id: null, group: null }]
  }
  const text =
    withReason === 1
      ? 'Read the one reason that a detractor gives: no theme can stand out yet.'
      : `Read the ${withReason} reasons that detractors give one by one: no theme stands out among them.`
  return [{ text, theme_id: null, group: 'DETRACTOR' }]
}

function lowSampleAdvice(tally: NpsTally): Advice[] {
  const responses = responseCount(tally)
  if (responses >= MIN_RELIABLE_RESPONSES) return []
  const text = `Ask more customers before acting on the score: ${lowSampleReason(responses, marginOfError(tally))}.`
  return [{ text, theme_id: null, group: null }]
}

function lowSampleReason(responses: number, margin: number | null): string {
  if (responses === 1) return 'there is only one response'
  if (margin === null || margin === 0) return `${responses} responses are too few`
  return `${responses} responses leave the score uncertain by ${margin} points either way`
}
