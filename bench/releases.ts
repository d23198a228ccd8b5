import { parseArgs } from 'node:util'
import { findRelease } from '#engine/releases/find-release.ts'
import { RELEASE_DAYS_AFTER, RELEASE_DAYS_BEFORE } from '#engine/thresholds/releases.ts'
import { drawReleaseHistory, knownAt, type ReleaseHistory, type ReleaseScenario } from './histories/release-history.ts'

/*
 * npm run bench:releases: looks every week for the release that a rise began with, in made histories with a regression
 * and without; fails with more than one false alarm in 1,000 weeks of a theme, or where fewer than 90 % of the
 * plain regressions are found at their release.
 *   --histories N   for each scenario
 */
const { values } = parseArgs({ options: { histories: { type: 'string', default: '2000' } } })
const histories = Number(values.histories)
const span = RELEASE_DAYS_BEFORE + RELEASE_DAYS_AFTER

/** A rise is reported once: when it first passes the limit. */
function alarms(history: ReleaseHistory, from: number, to: number) {
  const found: string[] = []
  let wasRaised = false
  for (let end = from; end <= to; end += 7) {
    const { counts, releases } = knownAt(history, end, span)
    const rise = findRelease(counts, releases)
    if (rise && !wasRaised) found.push(rise.release.name)
    wasRaised = rise !== undefined
  }
  return found
}

const sizes = [0.5, 2, 8]
const quiet = sizes.map((aWeek) => ({ aWeek, rise: 1, naming: 0 }))
const regressions: ReleaseScenario[] = [0, 0.3].flatMap((naming) =>
  [2, 3, 5].flatMap((rise) => sizes.map((aWeek) => ({ aWeek, rise, naming }))),
)
/** Five times as many of at least two a week, of whom three in ten name the update. */
const isPlain = ({ aWeek, rise, naming }: ReleaseScenario) => aWeek >= 2 && rise >= 5 && naming > 0

const percent = (part: number) => `${(100 * part).toFixed(1)} %`.padStart(8)
let missed = false

console.log(`${histories} histories each, looked at every week`)
for (const scenario of quiet) {
  let [weeks, raised] = [0, 0]
  for (let seed = 1; seed <= histories; seed++) {
    const history = drawReleaseHistory(seed * 7919, scenario)
    weeks += (280 - 147) / 7 + 1
    raised += alarms(history, 147, 280).length
  }
  const rate = (1000 * raised) / weeks
  if (rate > 1) missed = true
  console.log(`${scenario.aWeek} a week, no regression: ${rate.toFixed(2)} false alarms in 1,000 weeks`)
}
console.log('a week  rise  naming |  right release  another   none, within 6 weeks')
for (const scenario of regressions) {
  let [right, wrong] = [0, 0]
  for (let seed = 1; seed <= histories; seed++) {
    const history = drawReleaseHistory(seed * 104_729, scenario)
    const { day, name } = history.broken
    const first = alarms(history, day + 7, day + RELEASE_DAYS_AFTER)[0]
    if (first === name) right++
    else if (first !== undefined) wrong++
  }
  const [a, b] = [right / histories, wrong / histories]
  if (isPlain(scenario) && a < 0.9) missed = true
  const { aWeek, rise, naming } = scenario
  const name = `${String(aWeek).padStart(6)}  ${String(rise).padStart(4)}  ${String(naming).padStart(6)}`
  console.log(`${name} |      ${percent(a)} ${percent(b)} ${percent(1 - a - b)}`)
}
console.log(`at most one false alarm in 1,000 weeks, 90 % at the right release: ${missed ? 'MISSED' : 'met'}`)
process.exitCode = missed ? 1 : 0
