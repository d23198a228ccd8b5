import type { Dataset } from './data.ts'
import { type Kind, load, type Load } from './load.ts'
import { postgresCpu } from './postgres-cpu.ts'
import type { MeasuredServer } from './servers.ts'

export type Variant = { name: string; server: MeasuredServer; dataset: Dataset }
export type Sample = Load & {
  kind: Kind
  variant: string
  round: number
  serverCpu: number
  postgresCpu: number | undefined
  loadCpu: number
  rssBytes: number
}
export type LoadSettings = {
  rounds: number
  seconds: number
  /** Of each round, instead of a time; 0 for a time. */
  requests: number
  connections: number
  warmUpSeconds: number
}

/** Interleaves short rounds and rotates the first variant: other load on the machine affects all variants alike. */
export async function alternate(
  variants: readonly Variant[],
  { settings, postmaster }: { settings: LoadSettings; postmaster: number | readonly number[] },
  selected: readonly Kind[],
): Promise<Sample[]> {
  for (const kind of selected)
    for (const { server, dataset } of variants)
      await load(kind, server.url, dataset, { ...settings, seconds: settings.warmUpSeconds })
  const samples: Sample[] = []
  for (let round = 0; round < settings.rounds; round++) {
    for (const kind of selected) {
      for (let i = 0; i < variants.length; i++)
        samples.push(await measure(variants[(i + round) % variants.length]!, { kind, round, settings, postmaster }))
    }
    process.stderr.write(`round ${round + 1} of ${settings.rounds}\n`)
  }
  return samples
}

type Round = { kind: Kind; round: number; settings: LoadSettings; postmaster: number | readonly number[] }

async function measure(
  { name, server, dataset }: Variant,
  { kind, round, settings, postmaster }: Round,
): Promise<Sample> {
  const before = { server: await server.usage(), postgres: postgresCpu(postmaster) }
  const result = await load(kind, server.url, dataset, settings)
  const after = { server: await server.usage(), postgres: postgresCpu(postmaster) }
  return {
    ...result,
    kind,
    variant: name,
    round,
    serverCpu: (after.server.cpuMicroseconds - before.server.cpuMicroseconds) / result.requests,
    postgresCpu:
      after.postgres === undefined || before.postgres === undefined
        ? undefined
        : (after.postgres - before.postgres) / result.requests,
    loadCpu: result.loadMicroseconds / result.requests,
    rssBytes: after.server.rssBytes,
  }
}
