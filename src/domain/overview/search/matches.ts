import type { ReadCtx } from '#domain/context.ts'
import type { ParsedQuestion } from '#engine/ask/parsed-question.ts'
import { maxCountedMatches, type MatchRow, summarizeMatches } from './queries-answer.ts'
import type { SearchFilters } from './queries-filters.ts'
import { listRelevantInsights } from './relevant-insights.ts'

/* The insights that a question asks for, as the search finds them. */

export type Asked = {
  q: string
  /** Earlier questions of the conversation. */
  previous: readonly string[]
  question: ParsedQuestion
  /** Those of the question and of the request; `explicit` has the latter alone. */
  filters: SearchFilters
  explicit: SearchFilters
}
/** `ids`: of a question with a topic. */
export type Matches = { row: MatchRow; ids: readonly string[] | undefined; isCapped: boolean }
/** `before`: of the period that the question compares with. */
export type FoundInsights = { now: Matches; before: Matches | undefined; isSelected: boolean }

/** A question without a topic asks about everything that passes its filters. */
export async function findAskedInsights(
  ctx: ReadCtx,
  { topic, by, intent }: ParsedQuestion,
  filters: SearchFilters,
): Promise<Matches | undefined> {
  const isAnswerable = topic !== '' || intent !== 'describe' || by !== undefined || Object.keys(filters).length > 0
  if (!isAnswerable) return undefined
  if (topic === '') {
    const row = await summarizeMatches(ctx.db, ctx.org, filters, { by })
    return { row, ids: undefined, isCapped: row.insight_count === maxCountedMatches }
  }
  const { ids, isCapped } = await listRelevantInsights(ctx, topic, filters)
  if (ids.length === 0) return undefined
  return { row: await summarizeMatches(ctx.db, ctx.org, filters, { ids, by }), ids, isCapped }
}

/** The same filters in the period that the question compares with; undefined where it compares with none. */
export function comparedFilters(question: ParsedQuestion, filters: SearchFilters): SearchFilters | undefined {
  if (!question.compared || !('period' in question.compared)) return undefined
  const { period } = question.compared
  const { occurred_after: _, occurred_before: __, ...others } = filters
  return {
    ...others,
    ...(period.from && { occurred_after: period.from }),
    ...(period.to && { occurred_before: period.to }),
  }
}

export async function findCompared(ctx: ReadCtx, { question, filters }: Asked): Promise<Matches | undefined> {
  const within = comparedFilters(question, filters)
  return within && findAskedInsights(ctx, question, within)
}
