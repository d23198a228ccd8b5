import { parseArgs } from 'node:util'

/** How often each fault is injected; the long run scales with its number of cycles. */
export function optionsFrom(environment: Record<string, string | undefined>) {
  const cycles = Number(environment.CRASH_CYCLES ?? 6)
  const long = environment.CRASH_CYCLES !== undefined
  // A round of the release run has that many interruptions of one import.
  const kills = Number(environment.CRASH_IMPORTS ?? 0)
  const short = kills > 0 ? { kills, rows: kills * 500 } : { kills: 5, rows: 3000 }
  return {
    cycles,
    seed: environment.CRASH_SEED === undefined ? Date.now() % 2 ** 31 : Number(environment.CRASH_SEED),
    storms: long ? Math.max(20, Math.ceil(cycles / 6)) : 8,
    restarts: long ? Math.max(4, Math.ceil(cycles / 6)) : 2,
    imports: long ? { kills: Math.max(25, Math.ceil(cycles / 6)), rows: 30_000 } : short,
    bothKills: {
      rounds: long ? Math.max(8, Math.ceil(cycles / 12)) : 1,
      embeddings: long ? 'auto' : 'static',
    } as const,
    shutdowns: long ? Math.max(5, Math.ceil(cycles / 6)) : 2,
  }
}

export function environmentFrom(args: string[]): Record<string, string> {
  const { values } = parseArgs({
    args,
    options: { cycles: { type: 'string', default: '300' }, seed: { type: 'string' } },
  })
  return { CRASH_CYCLES: values.cycles, ...(values.seed && { CRASH_SEED: values.seed }) }
}
