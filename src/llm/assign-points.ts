import pLimit from 'p-limit'
import { MAX_ASSIGNED_POINTS, MAX_CONCURRENT_REQUESTS, MAX_LONE_POINTS } from '#engine/thresholds/language-model.ts'
import { batchesOf, estimateTokens } from './batches.ts'
import { inputTokens, maxAssignments } from './request-sizes.ts'
import { assignTask, type AssignTopic } from './tasks/assign.ts'
import { type Ask, type PromptPoint, runTask } from './tasks/task.ts'

/* Asks for the topics of points, in batches that fit the context of the model. */

/** Answers of earlier runs. A topic is kept by its name: its handle is of one run. */
export type KnownTopics = {
  read(topics: readonly AssignTopic[], texts: readonly string[]): Promise<ReadonlyMap<string, string | null>>
  write(topics: readonly AssignTopic[], found: ReadonlyMap<string, string | null>): Promise<void>
}
/** `isLone`: it speaks to a model. */
type AssignedPoint = PromptPoint & { isLone?: boolean }
type Tools = { ask: Ask; contextTokens: number; known: KnownTopics }

export async function assignPoints(
  topics: readonly AssignTopic[],
  points: readonly AssignedPoint[],
  { ask, contextTokens, known }: Tools,
): Promise<{ assigned: Map<string, string | null>; isPartial: boolean }> {
  const handleOf = new Map(topics.map(({ name, handle }) => [name, handle]))
  const nameOf = new Map(topics.map(({ name, handle }) => [handle, name]))
  const stored = await known.read(
    topics,
    points.map(({ text }) => text),
  )
  const assigned = new Map<string, string | null>()
  for (const { handle, text } of points) {
    const name = stored.get(text)
    if (name === null || (name !== undefined && handleOf.has(name)))
      assigned.set(handle, name === null ? null : handleOf.get(name)!)
  }
  let isPartial = false
  const batches = toBatches(
    topics,
    points.filter(({ handle }) => !assigned.has(handle)),
    contextTokens,
  )
  await pLimit(MAX_CONCURRENT_REQUESTS).map(batches, async (batch) => {
    const outcome = await runTask(ask, assignTask, { topics, points: batch })
    if (outcome.status === 'stopped') isPartial = true
    else if (outcome.result) {
      for (const [handle, topic] of outcome.result) assigned.set(handle, topic)
      const found = batch.flatMap(({ handle, text }) => {
        const topic = outcome.result!.get(handle)
        return topic === undefined ? [] : [[text, topic === null ? null : nameOf.get(topic)!] as const]
      })
      await known.write(topics, new Map(found))
    }
  })
  return { assigned, isPartial }
}

/** A text that speaks to a model has a request of its own, so that it can change no label but its own. */
function toBatches(
  topics: readonly AssignTopic[],
  points: readonly AssignedPoint[],
  contextTokens: number,
): AssignedPoint[][] {
  const lone = new Set(points.filter(({ isLone }) => isLone))
  const skipped = new Set([...lone].slice(MAX_LONE_POINTS))
  const limits = {
    maxItems: Math.max(1, Math.min(MAX_ASSIGNED_POINTS, maxAssignments(contextTokens))),
    maxTokens: inputTokens(assignTask, { topics, points: [] }, contextTokens),
  }
  return batchesOf(
    points.filter((point) => !skipped.has(point)),
    limits,
    ({ handle, text }) => estimateTokens(JSON.stringify({ p: handle, text })) + 1,
    (point) => lone.has(point),
  )
}
