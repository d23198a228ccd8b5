import cluster, { type Worker } from 'node:cluster'
import type { Metrics, MetricValues } from '#api/ops/metrics.ts'
import { answer, ask } from './process-messages.ts'

/* Metrics of several processes: the supervising process adds them up, whichever of them is asked. */

const ofProcess = 'metrics of this process'
const ofAll = 'metrics of all processes'

/** In a web process: hands out its own values, and answers scrapes with the sums of all. */
export function shareMetrics(metrics: Metrics): Metrics {
  answer(process, ofProcess, () => metrics.values())
  return { ...metrics, read: async () => (await ask<string>(process, ofAll)) ?? metrics.read() }
}

/** In the supervising process: `own` are those of the worker role. */
export async function sumProcesses(own: Metrics | undefined) {
  const { metricsType, sumOf } = await import('#api/ops/metrics.ts')
  const read = async () => {
    const children = Object.values(cluster.workers ?? {}) as Worker[]
    const values = await Promise.all([own?.values(), ...children.map((child) => ask<MetricValues>(child, ofProcess))])
    return sumOf(values.filter((one) => one !== undefined))
  }
  return { type: metricsType, read, answerTo: (child: Worker) => answer(child, ofAll, read) }
}
