import type { Driver, Group, Mentions } from './nps-drivers.ts'
import { marginOfError, percent, sizeOf, smallSample, type Tally } from './nps.ts'

/* What to do about a score: what pulls it down, what holds it up, and how far so few answers can be trusted. */

/** Rests on the insights behind a theme in a group, or on all of a group; on none where it is about the asking itself. */
export type Advice = { text: string; theme_id: string | null; group: Group | null }

const maxDown = 3
const maxUp = 2

/** Of nothing there is nothing to say. */
export function adviceOn(tally: Tally, reasons: Mentions, drivers: readonly Driver[]): Advice[] {
  const responses = sizeOf(tally)
  if (responses === 0) return []
  const ofGroup = (group: Group) =>
    drivers
      .filter((one) => one.group === group)
      .sort((a, b) => b.count - a.count || b.lift - a.lift || (a.theme_id < b.theme_id ? -1 : 1))
  const down = ofGroup('DETRACTOR').slice(0, maxDown)
  return [
    ...down.map((driver) => ({ text: workOn(driver, responses), theme_id: driver.theme_id, group: driver.group })),
    ...(down.length === 0 ? listen(tally, reasons) : []),
    ...ofGroup('PROMOTER')
      .slice(0, maxUp)
      .map((driver) => ({ text: keepUp(driver, responses), theme_id: driver.theme_id, group: driver.group })),
    ...askMore(tally),
  ]
}

const mentioned = ({ count, group_size, share, baseline_share, baseline_size }: Driver, who: string) =>
  `${count} of ${group_size} ${who} who give a reason mention it (${share} %, against ${baseline_share} % of all ${baseline_size})`
const points = (count: number, responses: number) =>
  `${percent(count, responses)!} ${percent(count, responses) === 1 ? 'point' : 'points'}`

const workOn = (driver: Driver, responses: number) =>
  `Work on “${driver.name}”: ${mentioned(driver, 'detractors')}. Had they been passive, the score would be ${points(driver.count, responses)} higher.`
const keepUp = (driver: Driver, responses: number) =>
  `Keep up “${driver.name}”: ${mentioned(driver, 'promoters')}. They carry ${points(driver.count, responses)} of the score.`

/** Detractors whose reasons show no common theme, or who give none. */
function listen({ detractors }: Tally, { detractors: spoken }: Mentions): Advice[] {
  if (detractors === 0) return []
  if (spoken === 0)
    return [
      {
        text:
          detractors === 1
            ? 'Ask the one detractor why: there is no reason yet.'
            : `Ask detractors why: none of the ${detractors} gives a reason.`,
        theme_id: null,
        group: null,
      },
    ]
  const text =
    spoken === 1
      ? 'Read the one reason that a detractor gives: no theme can stand out yet.'
      : `Read the ${spoken} reasons that detractors give one by one: no theme stands out among them.`
  return [{ text, theme_id: null, group: 'DETRACTOR' }]
}

function askMore(tally: Tally): Advice[] {
  const responses = sizeOf(tally)
  if (responses >= smallSample) return []
  const margin = marginOfError(tally)
  const why =
    responses === 1
      ? 'a single response speaks for nobody else'
      : margin === null || margin === 0
        ? `${responses} responses are too few to speak for everybody`
        : `${responses} responses leave the score uncertain by ${margin} points either way`
  return [{ text: `Ask more customers before acting on the score: ${why}.`, theme_id: null, group: null }]
}
