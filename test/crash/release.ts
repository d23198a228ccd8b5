import { parseArgs } from 'node:util'
import { type Counts, openProgress } from './progress.ts'
import {
  canMount,
  databaseProcessKills,
  diskFull,
  faultRound,
  type Round,
  serverKills,
  workerInterruptions,
} from './rounds.ts'

/*
 * npm run test:crash -- --release [--kills 2000] [--database-kills 200] [--others 20] [--minutes 60] [--seed S] [--fresh]
 * Injects every kind of fault until each was injected as often as asked or the minutes are over. Verified rounds are kept
 * in a file, and the next run with the same commit goes on from there.
 */

const { values } = parseArgs({
  options: {
    release: { type: 'boolean' },
    kills: { type: 'string', default: '2000' },
    'database-kills': { type: 'string', default: '200' },
    others: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    state: { type: 'string', default: 'node_modules/.cache/earshot-crash.json' },
  },
})

/** `per` faults share one database: enough to spread the cost of the start, few enough to end within minutes. */
type Kind = { label: string; target: number; per: number; round: Round }
const others = Number(values.others)
const kinds: Kind[] = [
  ...(
    [
      ['clockJump', 'clock jumped'],
      ['readOnly', 'database read-only'],
      ['slowLink', 'slow link, then broken'],
      ['stalledLink', 'link stalled'],
      ['endedConnections', 'all connections ended'],
      ['restoreUnderLoad', 'organization restored under load'],
    ] as const
  ).map(([name, label]) => ({ label, target: others, per: 4, round: faultRound(name, label) })),
  { label: 'PostgreSQL killed', target: Number(values['database-kills']), per: 4, round: databaseProcessKills },
  { label: 'worker frozen and woken', target: others, per: 6, round: workerInterruptions },
  { label: 'server killed', target: Number(values.kills), per: 8, round: serverKills },
]
if (await canMount()) kinds.push({ label: 'disk full', target: others, per: 4, round: diskFull })
else console.log('disk full: skipped, a file system of its own can only be mounted by root')

const progress = openProgress(values.state, { fresh: values.fresh })
const until = Date.now() + Number(values.minutes) * 60_000
const missing = ({ label, target }: Kind) => Math.max(0, target - (progress.faults[label] ?? 0))
const share = (kind: Kind) => (progress.faults[kind.label] ?? 0) / kind.target
const listed = (counts: Counts) =>
  Object.entries(counts)
    .map(([name, count]) => `${count} × ${name}`)
    .join(', ')

let seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
console.log(`commit ${progress.commit}, seed ${seed}; so far: ${listed(progress.faults) || 'nothing'}`)
while (Date.now() < until) {
  // The kind that is furthest behind, so that a short run has some of each.
  const [next] = kinds.filter(missing).toSorted((a, b) => share(a) - share(b))
  if (!next) break
  const report = await next.round({ count: Math.min(next.per, missing(next)), seed })
  if (report.findings.length) {
    console.error(`${next.label}, seed ${seed}:\n${report.findings.slice(0, 50).join('\n')}`)
    process.exit(1)
  }
  progress.record(report.faults, report.totals)
  console.log(`seed ${seed}: ${listed(report.faults)}; ${listed(report.totals)}`)
  seed++
}
console.log(`\ncommit ${progress.commit}: ${listed(progress.faults)}`)
console.log(`${listed(progress.totals)}; 0 lost, 0 repeated`)
const left = kinds.filter(missing)
console.log(left.length ? `missing: ${left.map((kind) => `${missing(kind)} × ${kind.label}`).join(', ')}` : 'complete')
process.exit(0)
