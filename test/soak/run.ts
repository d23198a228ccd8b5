import { parseArgs } from 'node:util'
import { soak } from './soak.ts'

/* npm run test:soak -- [--minutes 60] [--rate 20] [--seed S]: does a server that runs for long stay as it is? */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
})
const { load, verdicts } = await soak({
  seconds: Number(values.minutes) * 60,
  rate: Number(values.rate),
  seed: Number(values.seed),
  onSample: (sample, { requests, statuses }) =>
    console.log(`${requests} requests ${JSON.stringify(statuses)} ${JSON.stringify(sample)}`),
})
console.log(`\n${load.requests} requests: ${JSON.stringify(load.statuses)}`)
for (const { name, first, last, isFlat } of verdicts)
  console.log(`${isFlat ? 'flat' : 'GROWS'}  ${name}: ${first.toFixed(2)} → ${last.toFixed(2)}`)
const hasFailed = Object.keys(load.statuses).some((status) => !/^[234]\d\d$/.test(status))
process.exit(hasFailed || verdicts.some(({ isFlat }) => !isFlat) ? 1 : 0)
