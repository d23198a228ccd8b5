import cluster, { type Worker } from 'node:cluster'
import type { Metrics, MetricValues } from '#api/ops/metrics.ts'
import { answer, ask, type Peer } from './process-messages.ts'

/* Metrics of several processes: the supervising process adds them up, whichever of them is asked. */

const ofProcess = 'metrics of this process'
const ofAll = 'metrics of all processes'
/** The supervising process asks the others before it answers, so that it needs longer than one of them. */
const ofAllTimeoutMs = 12_000

/** In a web process: hands out its own values, and answers scrapes with the sums of all. */
export function shareMetrics(metrics: Metrics): Metrics {
  answer(process, ofProcess, () => metrics.values())
  return { ...metrics, read: async () => (await ask<string>(process, ofAll, ofAllTimeoutMs)) ?? metrics.read() }
}

/** In the supervising process: `own` are those of the worker role. */
export async function sumProcesses(own: Metrics | undefined, children: () => Peer[] = workers) {
  const { metricsType, sumOf } = await import('#api/ops/metrics.ts')
  const lastAnswers = new WeakMap<Peer, MetricValues>()
  /** A process that is too busy to answer counts with its last answer: a counter must not fall and rise again. */
  const valuesOf = async (child: Peer) => {
    const values = await ask<MetricValues>(child, ofProcess)
    if (values) lastAnswers.set(child, values)
    return values ?? lastAnswers.get(child)
  }
  const read = async () => {
    const values = await Promise.all([own?.values(), ...children().map(valuesOf)])
    return sumOf(values.filter((one) => one !== undefined))
  }
  return { type: metricsType, read, answerTo: (child: Worker) => answer(child, ofAll, read) }
}

const workers = () => Object.values(cluster.workers ?? {}) as Worker[]
