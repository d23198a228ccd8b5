import { MIN_DIVIDED_POINTS } from '#engine/thresholds/language-model.ts'
import { assignPoints, type KnownTopics } from './assign-points.ts'
import { batchesOf, estimateTokens } from './batches.ts'
import { inputTokens, maxAssignments } from './request-sizes.ts'
import type { AssignTopic } from './tasks/assign.ts'
import { type Subtheme, subthemesTask } from './tasks/subthemes.ts'
import { type Ask, type PromptPoint, runTask } from './tasks/task.ts'

/* The subthemes of one topic. */

type Tools = { ask: Ask; contextTokens: number; language: string; known: KnownTopics }
type Members = { name: string; points: readonly string[] }

/** Subthemes are found from as many points as fit in one request; the others are assigned to these. */
export async function divideTopic(
  { name, definition }: Omit<AssignTopic, 'handle'>,
  points: readonly PromptPoint[],
  tools: Tools,
): Promise<Members[]> {
  if (points.length < MIN_DIVIDED_POINTS) return []
  const { ask, contextTokens, language } = tools
  const empty = { topic: { name, definition }, points: [], language, taken: [] }
  const limits = {
    maxItems: maxAssignments(contextTokens),
    maxTokens: inputTokens(subthemesTask, empty, contextTokens),
  }
  const [sample = [], ...others] = batchesOf(points, limits, ({ handle, text }) =>
    estimateTokens(JSON.stringify({ p: handle, text })),
  )
  const outcome = await runTask(ask, subthemesTask, { ...empty, points: sample })
  const found = (outcome.status === 'checked' && outcome.result) || []
  return found.length === 0 ? [] : addOthers(found, others.flat(), tools)
}

async function addOthers(found: readonly Subtheme[], others: readonly PromptPoint[], tools: Tools): Promise<Members[]> {
  if (others.length === 0) return [...found]
  const topics = found.map(({ name, quote }, n) => ({ handle: `t${n + 1}`, name, definition: `such as: ${quote}` }))
  const { assigned } = await assignPoints(topics, others, tools)
  return found.map(({ name, points }, n) => ({
    name,
    points: [...points, ...others.map(({ handle }) => handle).filter((one) => assigned.get(one) === `t${n + 1}`)],
  }))
}
