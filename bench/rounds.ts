import type { World } from './data.ts'
import { type Kind, kinds, load, type Load } from './load.ts'
import { postgresCpu } from './postgres-cpu.ts'
import type { Measured } from './servers.ts'

export type Variant = { name: string; server: Measured; world: World }
export type Sample = Load & {
  kind: Kind
  variant: string
  round: number
  serverCpu: number
  postgresCpu: number | undefined
  loadCpu: number
  rssBytes: number
}
export type Pace = { rounds: number; seconds: number; connections: number; warmUpSeconds: number }

/** Short rounds in turn, each beginning with another variant, so that whatever else the machine does hits all alike. */
export async function alternate(
  variants: readonly Variant[],
  pace: Pace,
  postmaster: number,
  wanted: readonly Kind[] = kinds,
): Promise<Sample[]> {
  for (const kind of wanted)
    for (const { server, world } of variants)
      await load(kind, server.url, world, { ...pace, seconds: pace.warmUpSeconds })
  const samples: Sample[] = []
  for (let round = 0; round < pace.rounds; round++) {
    for (const kind of wanted) {
      for (let i = 0; i < variants.length; i++)
        samples.push(await measure(kind, variants[(i + round) % variants.length]!, round, pace, postmaster))
    }
    process.stderr.write(`round ${round + 1} of ${pace.rounds}\n`)
  }
  return samples
}

async function measure(
  kind: Kind,
  { name, server, world }: Variant,
  round: number,
  pace: Pace,
  postmaster: number,
): Promise<Sample> {
  const before = { server: await server.usage(), postgres: postgresCpu(postmaster), load: process.cpuUsage() }
  const result = await load(kind, server.url, world, pace)
  const after = { server: await server.usage(), postgres: postgresCpu(postmaster), load: process.cpuUsage(before.load) }
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
    loadCpu: (after.load.user + after.load.system) / result.requests,
    rssBytes: after.server.rssBytes,
  }
}
