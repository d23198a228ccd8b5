import type { Static } from 'typebox'
import type { search } from '#contract/resources/search.ts'
import type { ReadCtx } from '#domain/context.ts'
import { coverageVerdict } from '#domain/overview/dashboard/coverage.ts'
import { type ParsedQuestion, parseQuestion, understoodFilters } from '#engine/ask/parse-question.ts'
import { questionWords } from '#engine/ask/question-text.ts'
import { type EvidenceGroup, writeAbstention, writeAnswer } from '#engine/ask/write-answer.ts'
import { maxGroups, groupEvidence } from './group-evidence.ts'
import { listCitedInsights, maxCountedMatches, type MatchRow, summarizeMatches } from './queries-answer.ts'
import { listProjectsOfGroups } from './queries-group-projects.ts'
import type { ContactFilters, SearchFilters } from './queries-filters.ts'
import { listKnownNames } from './queries-names.ts'
import { listRelevantInsights } from './relevant-insights.ts'
import { writeWithLanguageModel } from './write-answer.ts'

type Answer = Static<(typeof search)['searchAnswer']['result']>

const minSupportingInsights = 3

/** The filters that a question contains. */
function searchFiltersOf({ kind, period, names }: ParsedQuestion): SearchFilters {
  const values = (wanted: string) => {
    const found = names.filter((name) => name.kind === wanted).map((name) => name.value)
    return found.length ? found : undefined
  }
  const contacts: ContactFilters = Object.fromEntries(
    Object.entries({
      id: values('contact'),
      company: values('company'),
      plan: values('plan'),
      country: values('country'),
      nps_type: kind.nps_type,
    }).filter(([, value]) => value !== undefined),
  )
  const filters = {
    occurred_after: period?.from ?? undefined,
    occurred_before: period?.to ?? undefined,
    category: kind.category && [...kind.category],
    sentiment: kind.sentiment && [kind.sentiment],
    segment_ids: values('segment'),
    source: values('source'),
    tag: values('tag'),
    contacts: Object.keys(contacts).length ? contacts : undefined,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

/** A question without a topic asks about everything that passes its filters. */
async function findMatches(ctx: ReadCtx, question: ParsedQuestion, filters: SearchFilters) {
  const isAnswerable = question.topic !== '' || question.intent !== 'describe' || Object.keys(filters).length > 0
  if (!isAnswerable) return undefined
  if (question.topic === '') {
    const row = await summarizeMatches(ctx.db, ctx.org, filters)
    return { row, ids: undefined, isCapped: row.insight_count === maxCountedMatches }
  }
  const { ids, isCapped } = await listRelevantInsights(ctx, question.topic, filters)
  if (ids.length === 0) return undefined
  return { row: await summarizeMatches(ctx.db, ctx.org, filters, ids), ids, isCapped }
}

const countsOf = ({ insight_count, contact_count }: Pick<MatchRow, 'insight_count' | 'contact_count'>) => {
  const coverage = coverageVerdict({ insight_count, contact_count })
  return { insight_count, contact_count, coverage, engine: 'extractive', language_model: null } as const
}

type Matches = NonNullable<Awaited<ReturnType<typeof findMatches>>>

type Asked = { q: string; question: ParsedQuestion; hasFilters: boolean }

async function answerFrom(ctx: ReadCtx, { q, question, hasFilters }: Asked, { row, ids, isCapped }: Matches) {
  const { db, org } = ctx
  const groups = (await groupEvidence(ctx, row, question.intent === 'rank' ? undefined : ids)).slice(0, maxGroups)
  const { answer, cited } = writeAnswer({ ...row, isCapped }, groups, { ...question, hasFilters })
  const citations = (await listCitedInsights(db, org, cited)).map(({ id, name, quote, feedback_id, start, end }) => ({
    type: 'insight' as const,
    id,
    quote: quote ?? name,
    feedback_id,
    start,
    end,
  }))
  return {
    answer,
    verdict: row.insight_count >= minSupportingInsights ? ('supported' as const) : ('partial' as const),
    reason: null,
    citations,
    groups: await withProjects(ctx, groups),
    ...countsOf(row),
    ...(await writeWithLanguageModel(ctx, q, await evidenceOf(ctx, ids ?? cited))),
  }
}

async function withProjects({ db, org }: ReadCtx, groups: readonly EvidenceGroup[]): Promise<Answer['groups']> {
  const found = await listProjectsOfGroups(
    db,
    org,
    groups.map(({ type, id, members }) => ({ type, id, insight_ids: members.map((member) => member.id) })),
  )
  return groups.map(({ type, id, name, insight_count, contact_count }, n) => {
    const projects = found.filter((project) => project.n === n).map(({ n: _n, ...project }) => project)
    return { type, id, name, insight_count, contact_count, projects }
  })
}

/** Insights that a language model may cite. */
const maxEvidence = 200

const evidenceOf = ({ db, org, hasLlm }: ReadCtx, ids: readonly string[]) =>
  hasLlm ? listCitedInsights(db, org, ids.slice(0, maxEvidence)) : []

/** An answer from counts and quotes of insights; a language model may say it in other words, which are verified. */
export async function answerQuestion(ctx: ReadCtx, q: string, explicit: SearchFilters): Promise<Answer> {
  const { db, org, now } = ctx
  const words = questionWords(q).map((word) => word.text)
  const names = words.length ? await listKnownNames(db, org, words) : []
  const question = parseQuestion(q, { now, names })
  const filters = { ...searchFiltersOf(question), ...explicit }
  const understood = { intent: question.intent, topic: question.topic || null, filters: understoodFilters(question) }
  const found = await findMatches(ctx, question, filters)
  if (found && found.row.insight_count > 0) {
    const hasFilters = Object.keys(filters).length > 0
    return { ...(await answerFrom(ctx, { q, question, hasFilters }, found)), understood }
  }
  const given = Object.keys(explicit).length ? ['those of the request'] : []
  const reason = writeAbstention(question.topic, [...understood.filters.map((filter) => filter.label), ...given])
  const counts = countsOf({ insight_count: 0, contact_count: 0 })
  return { answer: null, verdict: 'insufficient', reason, citations: [], groups: [], understood, ...counts }
}
