import { parseArgs } from 'node:util'

/** How often each fault is injected; the long run scales with its number of cycles. */
export function optionsFrom(environment: Record<string, string | undefined>) {
  const cycles = Number(environment.CRASH_CYCLES ?? 20)
  const long = environment.CRASH_CYCLES !== undefined
  return {
    cycles,
    seed: environment.CRASH_SEED === undefined ? Date.now() % 2 ** 31 : Number(environment.CRASH_SEED),
    storms: long ? Math.max(20, Math.ceil(cycles / 6)) : 20,
    restarts: long ? Math.max(3, Math.ceil(cycles / 6)) : 3,
    imports: long ? { kills: Math.max(25, Math.ceil(cycles / 6)), rows: 30_000 } : { kills: 16, rows: 4000 },
    shutdowns: long ? Math.max(5, Math.ceil(cycles / 6)) : 5,
  }
}

export function environmentFrom(args: string[]): Record<string, string> {
  const { values } = parseArgs({
    args,
    options: { cycles: { type: 'string', default: '300' }, seed: { type: 'string' } },
  })
  return { CRASH_CYCLES: values.cycles, ...(values.seed && { CRASH_SEED: values.seed }) }
}
