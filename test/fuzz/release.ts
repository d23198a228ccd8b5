import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/*
 * npm run test:fuzz -- --release [--cases 20000] [--minutes 600] [--state FILE] [--operation id]: many cases for every
 * operation, in parts with a fresh server each, so that memory and data stay bounded. Finished parts are kept in the
 * file, and a later start continues with the next one.
 */

type Counts = { cases: number; succeeded: number; serverErrors: number }
type State = { seed: number; partCases: number; done: string[]; operations: Record<string, Counts>; failed: string[] }

/** Operations and cases of one part: few enough that what they create does not slow the rest. */
const operationsPerPart = 16
export const casesPerPart = 500

export const partsOf = (operations: readonly string[], cases: number) => {
  const groups = Array.from({ length: Math.ceil(operations.length / operationsPerPart) }, (_, i) =>
    operations.slice(i * operationsPerPart, (i + 1) * operationsPerPart),
  )
  const rounds = Math.ceil(cases / casesPerPart)
  return Array.from({ length: rounds }, (_, round) => groups.map((group) => ({ round, group }))).flat()
}

type Document = { paths: Record<string, Record<string, { operationId: string }>> }
const documented = () =>
  Object.values((JSON.parse(readFileSync('openapi.json', 'utf8')) as Document).paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )

const runPart = (seed: number, group: readonly string[], cases: number, tallies: string) =>
  new Promise<boolean>((resolve) => {
    const child = spawn(process.execPath, ['--test', '--test-timeout=86400000', 'test/fuzz/fuzz.test.ts'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        FUZZ_CASES: String(cases),
        FUZZ_SEED: String(seed),
        FUZZ_OPERATION: group.join(','),
        FUZZ_TALLIES: tallies,
      },
    })
    child.on('exit', (code) => resolve(code === 0))
  })

function add(state: State, tallies: string) {
  for (const [id, part] of Object.entries(JSON.parse(readFileSync(tallies, 'utf8')) as Record<string, Counts>)) {
    const sum = (state.operations[id] ??= { cases: 0, succeeded: 0, serverErrors: 0 })
    for (const name of ['cases', 'succeeded', 'serverErrors'] as const) sum[name] += part[name]
  }
}

export async function runRelease(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      release: { type: 'boolean' },
      cases: { type: 'string', default: '20000' },
      minutes: { type: 'string', default: '1440' },
      state: { type: 'string', default: 'fuzz-release.json' },
      operation: { type: 'string', multiple: true },
    },
  })
  const partCases = Math.min(casesPerPart, Number(values.cases))
  const fresh: State = { seed: Date.now() % 2 ** 30, partCases, done: [], operations: {}, failed: [] }
  const state = existsSync(values.state) ? (JSON.parse(readFileSync(values.state, 'utf8')) as State) : fresh
  const until = Date.now() + Number(values.minutes) * 60_000
  const parts = partsOf(values.operation ?? documented(), Number(values.cases))
  for (const { round, group } of parts) {
    const name = `${round} ${group[0]}`
    if (state.done.includes(name)) continue
    if (Date.now() > until) break
    const tallies = `${values.state}.part`
    const isDone = await runPart(state.seed + round, group, state.partCases, tallies)
    if (!isDone) state.failed.push(`seed ${state.seed + round}: ${name}`)
    else add(state, tallies)
    state.done.push(name)
    writeFileSync(values.state, JSON.stringify(state, null, 1))
  }
  return report(state, parts.length)
}

function report({ operations, done, failed }: State, parts: number): boolean {
  const all = Object.entries(operations)
  const sum = (name: keyof Counts) => all.reduce((total, [, counts]) => total + counts[name], 0)
  console.log(
    `${done.length} of ${parts} parts: ${sum('cases')} cases of ${all.length} operations, ` +
      `${sum('succeeded')} succeeded, ${sum('serverErrors')} at 500 or more, ${failed.length} parts failed`,
  )
  for (const line of failed) console.log(line)
  return failed.length === 0 && sum('serverErrors') === 0
}
