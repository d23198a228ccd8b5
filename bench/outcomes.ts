import { parseArgs } from 'node:util'
import { measureOutcome, risenNeighbours } from '#engine/outcome/measure-outcome.ts'
import type { OutcomeHistory } from '#engine/outcome/history.ts'
import type { OutcomeVerdict } from '#vocabulary/outcomes.ts'
import { drawHistory, type Scenario } from './histories/outcome-history.ts'

/*
 * npm run bench:outcomes: gives verdicts on made histories in which the effect of a Project is known, at each of the
 * weeks at which the product gives one, and fails where over 5 % of those without an effect are wrong.
 *   --histories N   for each effect and size
 */
const { values } = parseArgs({ options: { histories: { type: 'string', default: '2000' } } })
const histories = Number(values.histories)
const looks = [4, 8, 12]

const until = (history: OutcomeHistory, weeksAfter: number): OutcomeHistory => {
  const end = history.weeksBefore + weeksAfter
  const cut = (counts: readonly number[]) => counts.slice(0, end)
  return { ...history, active: cut(history.active) }
}

/** The date is put into the middle of the weeks before, where nothing happened. */
const atPlacebo = (history: OutcomeHistory): OutcomeHistory => ({ ...history, weeksBefore: 14 })

const verdictsOf = (history: OutcomeHistory) => looks.map((weeks) => measureOutcome(until(history, weeks)).verdict)

type Row = Scenario & { placebo?: boolean }

function shares({ placebo = false, ...scenario }: Row) {
  const last: Record<OutcomeVerdict, number> = { improved: 0, worse: 0, no_change: 0, too_little: 0 }
  const ever = { improved: 0, worse: 0 }
  for (let seed = 1; seed <= histories; seed++) {
    const history = drawHistory(seed * 7919 + Math.round(scenario.asksAWeek * 101), scenario)
    const verdicts = verdictsOf(placebo ? atPlacebo(history) : history)
    last[verdicts.at(-1)!]++
    for (const kind of ['improved', 'worse'] as const) if (verdicts.includes(kind)) ever[kind]++
  }
  const share = (count: number) => count / histories
  return { last, ever, share }
}

const percent = (part: number) => `${(100 * part).toFixed(1)} %`.padStart(8)
const effects = [1, 0.85, 0.7, 0.5, 0.25, 1.5, 2]
const sizes = [1, 3, 10]
const rows: (Row & { name: string })[] = [
  ...sizes.map((asksAWeek) => ({ name: 'placebo date', effect: 1, asksAWeek, placebo: true })),
  ...sizes.map((asksAWeek) => ({ name: 'chosen at its peak', effect: 1, asksAWeek, chosenAtPeak: true })),
  ...effects.flatMap((effect) => sizes.map((asksAWeek) => ({ name: `effect ${effect}`, effect, asksAWeek }))),
]

console.log(`${histories} histories each; asks a week; verdicts at 4, 8 or 12 weeks, and at 12`)
console.log('scenario            asks | ever impr.  ever worse | at 12: impr.   worse  no change  too little')
let failed = false
for (const row of rows) {
  const { last, ever, share } = shares(row)
  const wrong = share(ever.improved + ever.worse)
  if (row.effect === 1 && !row.chosenAtPeak && wrong > 0.05) failed = true
  const after = [last.improved, last.worse, last.no_change, last.too_little].map((count) => percent(share(count)))
  const [improved, worse] = [percent(share(ever.improved)), percent(share(ever.worse))]
  console.log(
    `${row.name.padEnd(19)} ${String(row.asksAWeek).padStart(4)} | ${improved}  ${worse} | ${after.join('  ')}`,
  )
}
console.log('\nimproved: an aspect next to it that rose is named, another one is')
for (const neighbourEffect of [1, 2, 3]) {
  let [improved, right, wrong] = [0, 0, 0]
  for (let seed = 1; seed <= histories; seed++) {
    const history = drawHistory(seed * 104_729, { effect: 0.25, asksAWeek: 10, neighbourEffect })
    if (measureOutcome(history).verdict !== 'improved') continue
    const risen = risenNeighbours(history, history.neighbours)
    improved++
    if (risen.includes(0)) right++
    if (risen.some((position) => position > 0 || neighbourEffect === 1)) wrong++
  }
  console.log(`effect ${neighbourEffect} on it: ${percent(right / improved)} ${percent(wrong / improved)}`)
}
console.log(`wrong verdicts without an effect at most 5 %: ${failed ? 'MISSED' : 'met'}`)
process.exitCode = failed ? 1 : 0
