import { createHash } from 'node:crypto'
import { addressesModel } from '#engine/llm/addresses-model.ts'
import { mainLanguage } from '#engine/text/detect-language.ts'
import { MAX_TAXONOMY_POINT_LENGTH, MAX_TAXONOMY_POINTS, MAX_POINT_LENGTH } from '#engine/thresholds/language-model.ts'
import { assignPoints, type KnownTopics } from './assign-points.ts'
import { divideTopic } from './divide-topic.ts'
import type { ModelGrouping } from './model-grouping.ts'
import { inputTokens } from './request-sizes.ts'
import { estimateTokens } from './batches.ts'
import type { AssignTopic } from './tasks/assign.ts'
import { isSameName } from './tasks/check-label.ts'
import { type Ask, type PromptPoint, runTask } from './tasks/task.ts'
import { type PresentTheme, taxonomyTask, type FoundTopic } from './tasks/taxonomy.ts'

/* Groups the points of an organization with a language model: topics, then their points, then their subthemes. */

type GroupedPoint = {
  id: string
  text: string
  /** The present theme that the analysis is sure of, where it need not be asked for. */
  sureTheme?: string
  /** The feedback that it is from speaks to a model. */
  isLone?: boolean
}
type ExistingSubtheme = { id: string; theme: string; name: string }
export type GroupingInput = {
  points: readonly GroupedPoint[]
  /** `handle` is the id of the theme. */
  themes: readonly PresentTheme[]
  subthemes: readonly ExistingSubtheme[]
  /** Topics of an earlier look, so that new points are added to them. */
  topics?: readonly FoundTopic[] | undefined
}
type GroupingTools = {
  ask: Ask
  contextTokens: number
  /** Topics of points that were assigned before, by the text and the topics. */
  known: KnownTopics
}
type GroupingResult = {
  grouping: ModelGrouping
  topics: readonly FoundTopic[]
  /** Points without an answer: they stay where they are. */
  left: readonly string[]
  /** The model was not available for all of it. */
  isPartial: boolean
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Undefined: no topics could be found, and everything stays as it is. */
export async function groupPoints(input: GroupingInput, tools: GroupingTools): Promise<GroupingResult | undefined> {
  // The same sample and the same batches each time: an order by content, not by id or time.
  const points = input.points
    .map(({ id, text, sureTheme, isLone = addressesModel(text) }) => {
      return { id, handle: '', text: text.slice(0, MAX_POINT_LENGTH), sureTheme, isLone }
    })
    .toSorted((a, b) => (hashOf(a.text + a.id) < hashOf(b.text + b.id) ? -1 : 1))
    .map((point, n) => ({ ...point, handle: `p${n + 1}` }))
  const language = mainLanguage(points.slice(0, MAX_TAXONOMY_POINTS).map(({ text }) => text))
  const topics = input.topics ?? (await findTopics(input.themes, points, { ...tools, language }))
  if (!topics) return undefined
  const listed = listTopics(topics, input.themes)
  const sure = new Map(points.flatMap(({ handle, sureTheme }) => toListed(handle, sureTheme, listed)))
  const asked = points.filter(({ handle }) => !sure.has(handle))
  const { assigned, isPartial } = await assignPoints(listed, asked, tools)
  const topicOf = new Map([...sure, ...assigned])
  const subthemes = await divideAll(listed, points, { ...tools, language, topicOf })
  return {
    grouping: toGrouping({ input, listed, points, topicOf, subthemes }),
    topics,
    left: points.filter(({ handle }) => !topicOf.has(handle)).map(({ id }) => id),
    isPartial,
  }
}

type OwnPoint = PromptPoint & { id: string; isLone: boolean }
/** `theme`: the id of the theme that it continues. */
type ListedTopic = AssignTopic & { theme: string | null }

async function findTopics(
  themes: readonly PresentTheme[],
  points: readonly OwnPoint[],
  { ask, contextTokens, language }: GroupingTools & { language: string },
): Promise<readonly FoundTopic[] | undefined> {
  const handles = new Map(themes.map(({ handle }, n) => [`h${n + 1}`, handle]))
  const present = themes.map((theme, n) => ({ ...theme, handle: `h${n + 1}` }))
  const empty = { themes: present, points: [], language }
  const sample = fitting(points, inputTokens(taxonomyTask, empty, contextTokens))
  if (sample.length < 2) return undefined
  const outcome = await runTask(ask, taxonomyTask, { ...empty, points: sample })
  if (outcome.status === 'stopped') return undefined
  return outcome.result?.map((topic) => ({ ...topic, theme: topic.theme && handles.get(topic.theme)! }))
}

/** As many as fit; texts that speak to a model are not among them. */
function fitting(points: readonly OwnPoint[], room: number): PromptPoint[] {
  const sample: PromptPoint[] = []
  let tokens = 0
  for (const { handle, text, isLone } of points) {
    if (sample.length === MAX_TAXONOMY_POINTS) break
    if (isLone) continue
    const short = text.slice(0, MAX_TAXONOMY_POINT_LENGTH)
    tokens += estimateTokens(JSON.stringify({ p: handle, text: short })) + 1
    if (tokens > room) break
    sample.push({ handle, text: short })
  }
  return sample
}

/** The topics, and the themes that people have made and that no topic continues. */
function listTopics(topics: readonly FoundTopic[], themes: readonly PresentTheme[]): ListedTopic[] {
  const continued = new Set(topics.map(({ theme }) => theme))
  const kept = themes
    .filter(({ handle, isFixed }) => isFixed && !continued.has(handle))
    .map(({ handle, name, definition }) => ({ theme: handle, name, definition }))
  return [...kept, ...topics].map((topic, n) => ({ ...topic, handle: `t${n + 1}` }))
}

function toListed(handle: string, theme: string | undefined, listed: readonly ListedTopic[]): [string, string][] {
  const topic = theme === undefined ? undefined : listed.find((one) => one.theme === theme)
  return topic ? [[handle, topic.handle]] : []
}

type NamedMembers = { topic: string; name: string; points: readonly string[] }

async function divideAll(
  listed: readonly ListedTopic[],
  points: readonly OwnPoint[],
  { topicOf, ...tools }: GroupingTools & { language: string; topicOf: ReadonlyMap<string, string | null> },
): Promise<NamedMembers[]> {
  const divided = await Promise.all(
    listed.map(async (topic) => {
      const members = points.filter(({ handle, isLone }) => topicOf.get(handle) === topic.handle && !isLone)
      const subthemes = await divideTopic(topic, members, tools)
      return subthemes.map((one) => ({ ...one, topic: topic.handle }))
    }),
  )
  return divided.flat()
}

type Parts = {
  input: GroupingInput
  listed: readonly ListedTopic[]
  points: readonly OwnPoint[]
  topicOf: ReadonlyMap<string, string | null>
  subthemes: readonly NamedMembers[]
}

function toGrouping({ input, listed, points, topicOf, subthemes }: Parts): ModelGrouping {
  const named = subthemes.map((one, n) => ({ ...one, handle: `s${n + 1}` }))
  const subthemeOf = new Map(named.flatMap(({ handle, points }) => points.map((point) => [point, handle] as const)))
  const themeOf = new Map(listed.map(({ handle, theme }) => [handle, theme]))
  const existing = ({ topic, name }: NamedMembers) =>
    input.subthemes.find((one) => one.theme === themeOf.get(topic) && isSameName(one.name, name))
  return {
    themes: listed.map(({ handle, theme, name, definition }) => ({
      handle,
      ...(theme !== null && { id: theme }),
      name,
      description: definition,
    })),
    subthemes: named.map((one) => ({
      handle: one.handle,
      ...(existing(one) && { id: existing(one)!.id }),
      theme: one.topic,
      name: one.name,
    })),
    assignments: points
      .filter(({ handle }) => topicOf.has(handle))
      .map(({ id, handle }) => ({
        insight_id: id,
        theme: topicOf.get(handle)!,
        subtheme: subthemeOf.get(handle) ?? null,
      })),
  }
}
