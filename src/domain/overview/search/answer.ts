import type { Static } from 'typebox'
import type { search } from '#contract/resources/search.ts'
import type { Ctx } from '#domain/context.ts'
import { coverageVerdict } from '#domain/overview/dashboard/coverage.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import { composeAnswer } from './compose-answer.ts'
import { compareHits } from './hits.ts'
import { parseQuestion } from './parse-question.ts'
import { findByWords } from './queries.ts'
import { type CitedInsight, listCitedInsights, listThemeNames } from './queries-answer.ts'
import type { SearchFilters } from './queries-filters.ts'
import { listInsightsAbout } from './semantic.ts'
import { writeAnswer } from './write-answer.ts'

type Answer = Static<(typeof search)['searchAnswer']['result']>

const minSupportingInsights = 3
/** Above this similarity an insight is about the question, even without common words. */
const minSimilarity = 0.62
/** The same for insights of a theme that the question names. */
const minSimilarityInTheme = 0.4
/** Words that form a question without being its topic. */
const questionWords = new Set(
  stemmedWords(
    'what how why when where who which customers users people say think feel want need ' +
      'tell know find mean happen give list show most common main',
  ),
)

/** All topic words when there are one or two, otherwise at least 60 %. */
const mentionsTopic = (topic: readonly string[], text: string) => {
  const words = new Set(stemmedWords(text))
  const matched = topic.filter((word) => words.has(word)).length
  const required = topic.length <= 2 ? topic.length : Math.ceil(topic.length * 0.6)
  return matched > 0 && matched >= required
}

/** Praise is looked for in two categories only: a request is not praise, whatever its rating. */
function withSentiment(filters: SearchFilters, sentiment: 'POSITIVE' | 'NEGATIVE' | undefined): SearchFilters {
  if (!sentiment || filters.sentiment) return filters
  return {
    ...filters,
    sentiment: [sentiment],
    ...(sentiment === 'POSITIVE' && !filters.category && { category: ['DELIGHTS', 'GENERAL_FEEDBACK'] }),
  }
}

/** Themes whose name consists of topic words only. */
async function listThemesNamedIn({ db, org }: Ctx, topic: readonly string[]): Promise<string[]> {
  const themes = await listThemeNames(db, org)
  return themes
    .filter(({ name }) => stemmedWords(name).length > 0 && stemmedWords(name).every((word) => topic.includes(word)))
    .map(({ id }) => id)
}

async function listRelevantInsights(ctx: Ctx, question: string, filters: SearchFilters): Promise<CitedInsight[]> {
  const { db, org } = ctx
  const words = [...new Set(stemmedWords(question))]
  const topicWords = words.filter((word) => !questionWords.has(word))
  const topic = topicWords.length ? topicWords : words
  const hits = (await findByWords(db, org, { any: topic }, { types: ['insight'], filters })).sort(compareHits)
  const similar = new Set(await listInsightsAbout(ctx, { q: question, filters, minSimilarity }))
  for (const theme_id of filters.theme_id ? [] : await listThemesNamedIn(ctx, topic)) {
    const inTheme = { q: question, filters: { ...filters, theme_id }, minSimilarity: minSimilarityInTheme }
    for (const id of await listInsightsAbout(ctx, inTheme)) similar.add(id)
  }
  const insights = await listCitedInsights(db, org, [...new Set([...hits.map((hit) => hit.id), ...similar])])
  return insights.filter(
    ({ id, name, quote, description }) =>
      similar.has(id) || mentionsTopic(topic, `${name} ${quote ?? ''} ${description ?? ''}`),
  )
}

/**
 * An extractive answer, in which every sentence quotes insights; a language model may say it in other words, which are
 * verified.
 */
export async function answerQuestion(ctx: Ctx, q: string, filters: SearchFilters): Promise<Answer> {
  const { about, sentiment } = parseQuestion(q)
  const insights = await listRelevantInsights(ctx, about, withSentiment(filters, sentiment))
  const contact_count = new Set(insights.flatMap((insight) => insight.contact_id ?? [])).size
  const facts: Pick<Answer, 'insight_count' | 'contact_count' | 'coverage'> = {
    insight_count: insights.length,
    contact_count,
    coverage: coverageVerdict({ insight_count: insights.length, contact_count }),
  }
  const extractive = { engine: 'extractive', language_model: null } as const
  if (insights.length === 0) return { answer: null, verdict: 'insufficient', citations: [], ...facts, ...extractive }
  const verdict = insights.length >= minSupportingInsights ? 'supported' : 'partial'
  const written = await writeAnswer(ctx, q, insights)
  if (written) return { verdict, ...written, ...facts }
  return { verdict, ...composeAnswer(insights, contact_count), ...facts, ...extractive }
}
