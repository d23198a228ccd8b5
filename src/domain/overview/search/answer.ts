import type { Static } from 'typebox'
import type { SearchAnswer } from '#contract/resources/answer-shapes.ts'
import type { ReadCtx } from '#domain/context.ts'
import { coverageVerdict } from '#domain/overview/dashboard/coverage.ts'
import { answerTexts } from '#engine/ask/answer-texts.ts'
import type { ParsedQuestion } from '#engine/ask/parsed-question.ts'
import { parseQuestion, periodLabel, understoodFilters } from '#engine/ask/parse-question.ts'
import { questionWords } from '#engine/ask/question-text.ts'
import { writeAbstention, writeAnswer } from '#engine/ask/write-answer.ts'
import { tableOfAnswer, isTableOfGroups, maxTableRows } from './answer-table.ts'
import { citationOf } from './citation.ts'
import { type AnswerGroup, groupEvidence } from './group-evidence.ts'
import { listCitedInsights, type MatchRow } from './queries-answer.ts'
import { listProjectsOfGroups } from './queries-group-projects.ts'
import type { SearchFilters } from './queries-filters.ts'
import { listKnownNames } from './queries-names.ts'
import { questionFilters } from './question-filters.ts'
import { type Asked, findCompared, type FoundInsights, findAskedInsights } from './matches.ts'
import { type ModelReader, openModelReader } from './read-with-model.ts'

type Answer = Static<typeof SearchAnswer>

const minSupportingInsights = 3

const countsOf = ({ insight_count, contact_count }: Pick<MatchRow, 'insight_count' | 'contact_count'>) => {
  const coverage = coverageVerdict({ insight_count, contact_count })
  return { insight_count, contact_count, coverage, engine: 'extractive', language_model: null } as const
}

const sentimentsOf = ({ positive, negative, neutral }: Pick<MatchRow, 'positive' | 'negative' | 'neutral'>) => ({
  positive,
  negative,
  neutral,
})

async function comparisonOf({ now }: ReadCtx, { question }: Asked, before: MatchRow | undefined) {
  if (!question.compared || !('period' in question.compared)) return null
  const { period } = question.compared
  const row = before ?? { insight_count: 0, contact_count: 0, positive: 0, negative: 0, neutral: 0, ids: [] }
  return {
    ...period,
    label: periodLabel(period, now, question.language),
    insight_count: row.insight_count,
    contact_count: row.contact_count,
    sentiment_breakdown: sentimentsOf(row),
    insight_ids: row.ids ?? [],
  }
}

async function tableOf({ db, org }: ReadCtx, { question }: Asked, groups: readonly AnswerGroup[], ids: string[]) {
  if (!question.forms.includes('table')) return null
  const insights = isTableOfGroups(question) ? [] : await listCitedInsights(db, org, ids.slice(0, maxTableRows))
  return tableOfAnswer(question, groups, insights)
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text))

async function answerFrom(ctx: ReadCtx, asked: Asked, found: FoundInsights, reader: ModelReader | undefined) {
  const { db, org, now } = ctx
  const { question, filters } = asked
  const { row, ids, isCapped } = found.now
  const grouped = question.intent === 'rank' ? undefined : ids
  const groups = await groupEvidence(ctx, row, { ids: grouped, by: question.by })
  const comparison = await comparisonOf(ctx, asked, found.before?.row)
  const before = comparison
    ? { insight_count: comparison.insight_count, from: dateOf(comparison.from), to: dateOf(comparison.to) }
    : undefined
  const hasFilters = Object.keys(filters).length > 0
  const { answer, cited } = writeAnswer({ ...row, isCapped }, groups, { ...question, hasFilters, now, before })
  return {
    answer,
    verdict: row.insight_count >= minSupportingInsights ? ('supported' as const) : ('partial' as const),
    reason: null,
    citations: (await listCitedInsights(db, org, cited)).map(citationOf),
    groups: await withProjects(ctx, groups),
    insight_ids: row.ids ?? [],
    comparison,
    table: await tableOf(ctx, asked, groups, row.ids ?? []),
    ...countsOf(row),
    ...(reader && (await reader.write(asked, ids ?? row.ids ?? cited, found.isSelected))),
  }
}

async function withProjects({ db, org }: ReadCtx, groups: readonly AnswerGroup[]): Promise<Answer['groups']> {
  const found = await listProjectsOfGroups(
    db,
    org,
    groups.map(({ type, id, members }) => ({ type, id, insight_ids: members.map((member) => member.id) })),
  )
  return groups.map((group, n) => {
    const { type, id, name, insight_count, contact_count, insight_ids } = group
    const projects = found.filter((project) => project.n === n).map(({ n: _n, ...project }) => project)
    const counts = { insight_count, contact_count, sentiment_breakdown: sentimentsOf(group) }
    return { type, id, name, ...counts, insight_ids: [...insight_ids], projects }
  })
}

/** How the question was read. */
const understoodOf = (question: ParsedQuestion, now: Date): Answer['understood'] => ({
  intent: question.intent,
  topic: question.topic || null,
  by: question.by ?? null,
  forms: [...question.forms],
  language: question.language,
  follows_up: question.isFollowUp,
  filters: understoodFilters(question, now),
})

/** The names in the questions of a conversation, and the questions read with them. */
async function readQuestions({ db, org, now }: ReadCtx, q: string, previous: readonly string[]) {
  const words = questionWords([...previous, q].join(' ')).map((word) => word.text)
  const names = words.length ? await listKnownNames(db, org, words) : []
  return parseQuestion(q, { now, names, previous })
}

/** Earlier questions that are read, the last ones of the conversation. */
const maxPrevious = 5

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

type Conversation = { q: string; previous: string | undefined }

/** An answer from counts and quotes of insights; a language model may say it in other words, which are verified. */
export async function answerQuestion(
  ctx: ReadCtx,
  { q, previous = '' }: Conversation,
  explicit: SearchFilters,
): Promise<Answer> {
  const earlier = linesOf(previous).slice(-maxPrevious)
  const question = await readQuestions(ctx, q, earlier)
  const filters = { ...questionFilters(question), ...explicit }
  const asked = { q, previous: earlier, question, filters, explicit }
  const understood = understoodOf(question, ctx.now)
  const matches = await findAskedInsights(ctx, question, filters)
  if (matches && matches.row.insight_count > 0) {
    const found = { now: matches, before: await findCompared(ctx, asked), isSelected: false }
    const reader = await openModelReader(ctx)
    const answer = await answerFrom(ctx, asked, (await reader?.select(asked, found)) ?? found, reader)
    await reader?.finish()
    return { ...answer, understood }
  }
  const given = Object.keys(explicit).length ? [answerTexts(question.language).labels.request] : []
  const labels = [...understood.filters.map((filter) => filter.label), ...given]
  return {
    answer: null,
    verdict: 'insufficient',
    reason: writeAbstention(question.topic, labels, question.language),
    citations: [],
    groups: [],
    insight_ids: [],
    comparison: null,
    table: null,
    understood,
    ...countsOf({ insight_count: 0, contact_count: 0 }),
  }
}
