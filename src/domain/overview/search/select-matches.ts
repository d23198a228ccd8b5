import pLimit from 'p-limit'
import type { ReadCtx } from '#domain/context.ts'
import { isShowable } from '#engine/llm/write-story.ts'
import { MAX_ASSIGNED_POINTS, MAX_CONCURRENT_REQUESTS, MAX_SELECTED_FROM } from '#engine/thresholds/language-model.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import { inputTokens } from '#llm/request-sizes.ts'
import { selectTask } from '#llm/tasks/select.ts'
import { runTask } from '#llm/tasks/task.ts'
import type { Asking } from './asking.ts'
import { type Asked, comparedFilters, type FoundInsights, type Matches } from './matches.ts'
import { listCitedInsights, summarizeMatches } from './queries-answer.ts'
import type { SearchFilters } from './queries-filters.ts'
import { questionFilters } from './question-filters.ts'
import { listRelevantInsights } from './relevant-insights.ts'

/* A language model says which insights a question asks for; which there are to choose from, and counting, is code. */

/** Undefined unless all of its choices could be used. */
export async function selectFound(
  ctx: ReadCtx,
  asking: Asking,
  asked: Asked,
  found: FoundInsights,
): Promise<FoundInsights | undefined> {
  const within = comparedFilters(asked.question, looseFilters(asked))
  const now = await selectMatches(ctx, asking, asked, { matches: found.now, filters: looseFilters(asked) })
  const before = now && within && (await selectMatches(ctx, asking, asked, { matches: found.before, filters: within }))
  // Both counts are made in the same way.
  if (!now || (within && !before)) return undefined
  return { now, before, isSelected: true }
}

/** Without the labels of the analysis that the question asks for: the model reads the texts themselves. */
const looseFilters = ({ question, explicit }: Asked): SearchFilters => {
  const { category: _, sentiment: __, ...others } = questionFilters(question)
  return { ...others, ...explicit }
}

type Scope = { matches: Matches | undefined; filters: SearchFilters }

async function selectMatches(
  ctx: ReadCtx,
  asking: Asking,
  asked: Asked,
  { matches, filters }: Scope,
): Promise<Matches | undefined> {
  const { db, org } = ctx
  const found = new Set(matches?.ids ?? matches?.row.ids ?? [])
  if (matches?.isCapped || found.size > MAX_SELECTED_FROM) return undefined
  const candidates = await listCandidates(ctx, asked, { found, filters })
  const selected = await choose(ctx, asking, asked, { found, candidates })
  if (!selected || selected.length === 0) return undefined
  const row = await summarizeMatches(db, org, filters, { ids: selected, by: asked.question.by })
  // Groups of a question with a topic are of similar insights.
  return { row, ids: matches?.ids && selected, isCapped: false }
}

type Candidates = { found: ReadonlySet<string>; filters: SearchFilters }

/** What the search has found, then what is near to it, then the newest. */
async function listCandidates(ctx: ReadCtx, { q, question }: Asked, { found, filters }: Candidates) {
  const { db, org, semanticSearch } = ctx
  const about = question.topic === '' ? [] : (await listRelevantInsights(ctx, question.topic, filters)).ids
  const near = ((await semanticSearch?.search(db, org, q, MAX_SELECTED_FROM)) ?? []).map((one) => one.insight_id)
  const isNearby = near.length > 0 && (await summarizeMatches(db, org, filters, { ids: near })).ids
  const inFilters = new Set(isNearby || [])
  const newest = (await summarizeMatches(db, org, filters)).ids ?? []
  const all = [...found, ...about, ...near.filter((id) => inFilters.has(id)), ...newest]
  return [...new Set(all)].slice(0, MAX_SELECTED_FROM)
}

type Choice = { found: ReadonlySet<string>; candidates: readonly string[] }

/** The ids of the chosen ones. A text that speaks to a model is not sent: of it the search decides. */
async function choose({ db, org }: ReadCtx, asking: Asking, asked: Asked, { found, candidates }: Choice) {
  const insights = await listCitedInsights(db, org, candidates)
  const kept = insights.filter((one) => !isShowable(one) && found.has(one.id)).map(({ id }) => id)
  const shown = insights.filter(isShowable)
  const texts = await asking.mask(shown.map(({ name, quote }) => quote ?? name))
  const points = shown.map(({ id }, n) => ({ handle: `p${n + 1}`, id, text: texts[n]!, isFound: found.has(id) }))
  const empty = { question: asked.q, previous: asked.previous, points: [] }
  const limits = {
    maxItems: MAX_ASSIGNED_POINTS,
    maxTokens: Math.max(1, inputTokens(selectTask, empty, asking.contextTokens)),
  }
  const batches = batchesOf(points, limits, ({ handle, text }) => estimateTokens(JSON.stringify({ p: handle, text })))
  const answers = await pLimit(MAX_CONCURRENT_REQUESTS).map(batches, async (batch) => {
    const outcome = await runTask(asking.ask, selectTask, { ...empty, points: batch })
    const chosen = outcome.status === 'checked' ? outcome.result : undefined
    return chosen && batch.filter(({ handle }) => chosen.includes(handle)).map(({ id }) => id)
  })
  return answers.every((one) => one !== undefined) ? [...kept, ...answers.flat()] : undefined
}
