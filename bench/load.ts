import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Dataset } from './data.ts'
import { loadWithAutocannon } from './load-autocannon.ts'
import { loadWithWrk } from './load-wrk.ts'
import { buildPath, insightPath, insightsPath, listPath } from './paths.ts'
import { bodyFor, renamesOf } from './request-bodies.ts'

export const kinds = [
  'list',
  'one',
  'themes',
  'projects',
  'opportunities',
  'feedback',
  'contacts',
  'write',
  'build',
] as const
export type Kind = (typeof kinds)[number]
/** Those that every data set of the benchmarks can answer. */
export const insightKinds = ['list', 'one', 'write', 'build'] as const satisfies readonly Kind[]

/** `loadMicroseconds` is the CPU time of the load generator. */
export type Load = { requestsPerSecond: number; requests: number; p50: number; p99: number; loadMicroseconds: number }

/** What a load generator sends in turn: the paths, the API keys, and the bodies, whose `{n}` becomes a counter. */
export type LoadPlan = {
  url: string
  method: 'GET' | 'POST'
  paths: readonly string[]
  keys: readonly string[]
  bodies: readonly string[]
  idempotencyPrefix: string
  connections: number
  seconds: number
  /** Ends the round after this many responses instead of a time; 0 for a time. */
  requests: number
}
/** What a load generator measured; `errors` counts lost connections and responses other than 2xx. */
export type LoadResult = Load & { errors: number }

const isWrite = (kind: Kind) => kind === 'write' || kind === 'build'

const run = `${process.pid}-${Date.now().toString(36)}`
let rounds = 0
/** Starts a new sequence of idempotency keys. */
export const newKeyPrefix = () => `bench-${run}-${++rounds}-`

/** The paths of a read, for the data set's objects. */
export function readPaths(kind: Kind, { insightIds }: Dataset): string[] {
  if (kind === 'list') return [listPath]
  return kind === 'one' ? insightIds.map(insightPath) : [`/api/v1/${kind}?limit=50`]
}

function bodiesOf(kind: Kind, dataset: Dataset): string[] {
  // Rotate themes, so that writers do not contend for one theme's insight count.
  if (kind === 'write') return dataset.themeIds.map(bodyFor)
  return kind === 'build' ? renamesOf(dataset) : []
}

const writePaths = { write: insightsPath, build: buildPath }

/** wrk costs less than a tenth of the measured server; autocannon about as much as it. */
export const hasWrk = (process.env.PATH ?? '').split(delimiter).some((folder) => {
  try {
    accessSync(join(folder, 'wrk'), constants.X_OK)
    return true
  } catch {
    return false
  }
})

/** One short round, sent by a process of its own; a response other than 2xx aborts the run. */
export async function load(
  kind: Kind,
  url: string,
  dataset: Dataset,
  { connections, seconds, requests = 0 }: { connections: number; seconds: number; requests?: number },
): Promise<Load> {
  const plan: LoadPlan = {
    url,
    method: isWrite(kind) ? 'POST' : 'GET',
    paths: isWrite(kind) ? [writePaths[kind as keyof typeof writePaths]] : readPaths(kind, dataset),
    keys: dataset.keys ?? [dataset.key],
    bodies: bodiesOf(kind, dataset),
    idempotencyPrefix: newKeyPrefix(),
    connections,
    seconds,
    requests,
  }
  const { errors, ...result } = await (hasWrk ? loadWithWrk(plan) : loadWithAutocannon(plan))
  if (errors > 0 || result.requests === 0)
    throw new Error(`${kind} at ${url}: ${errors} errors in ${result.requests} responses`)
  return result
}
