import type { ReadCtx } from '#domain/context.ts'
import { type Concept, mentionsConcept, topicConcepts } from '#engine/ask/expand-synonyms.ts'
import { ANSWER_RELEVANCE, NAMED_THEME_RELEVANCE } from '#engine/thresholds/search.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import { findByText } from './queries.ts'
import { listMentions, listThemeNames, maxMentions } from './queries-answer.ts'
import type { SearchFilters } from './queries-filters.ts'
import { listInsightsAbout } from './semantic.ts'
import { anyPhrase } from './queries-words.ts'

/** Scripts without spaces are searched for as they are. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Up to this many concepts all must be mentioned, of more at least 60 %. */
const maxRequired = 2
const minMentioned = (count: number) => (count <= maxRequired ? count : Math.ceil(count * 0.6))

/** Insights that mention the topic or a synonym of it. */
async function listMentioning({ db, org }: ReadCtx, topic: string, filters: SearchFilters): Promise<string[]> {
  if (unspacedScript.test(topic))
    return (await findByText(db, org, topic, { types: ['insight'], filters })).map((hit) => hit.id)
  const concepts: readonly Concept[] = topicConcepts(topic)
  if (concepts.length === 0) return []
  const operator = concepts.length <= maxRequired ? ' & ' : ' | '
  const found = await listMentions(db, org, concepts.map(anyPhrase).join(operator), filters)
  if (concepts.length <= maxRequired) return found.map(({ id }) => id)
  return found
    .filter(({ text }) => {
      const mentioned = concepts.filter((concept) => mentionsConcept(text, concept)).length
      return mentioned >= minMentioned(concepts.length)
    })
    .map(({ id }) => id)
}

/** Themes whose name consists of topic words only. */
async function listThemesNamedIn({ db, org }: ReadCtx, topic: string): Promise<string[]> {
  const words = new Set(stemmedWords(topic))
  const themes = await listThemeNames(db, org)
  return themes
    .filter(({ name }) => stemmedWords(name).length > 0 && stemmedWords(name).every((word) => words.has(word)))
    .map(({ id }) => id)
}

/** From this many insights that mention a topic on, the words decide. */
const minMentions = 3

/** Similar texts are about a rare topic in other words; about a common one they are mostly about its neighbours. */
async function isCommon(ctx: ReadCtx, topic: string, filters: SearchFilters, mentioning: readonly string[]) {
  if (mentioning.length >= minMentions) return true
  return Object.keys(filters).length > 0 && (await listMentioning(ctx, topic, {})).length >= minMentions
}

/** Ids of the insights about a topic, by words or by meaning; `isCapped` when there may be more. */
export async function listRelevantInsights(
  ctx: ReadCtx,
  topic: string,
  filters: SearchFilters,
): Promise<{ ids: string[]; isCapped: boolean }> {
  const mentioning = await listMentioning(ctx, topic, filters)
  const ids = new Set(mentioning)
  if (!(await isCommon(ctx, topic, filters, mentioning))) {
    for (const id of await listInsightsAbout(ctx, { q: topic, filters, relevance: ANSWER_RELEVANCE })) ids.add(id)
    for (const theme_id of filters.theme_id ? [] : await listThemesNamedIn(ctx, topic)) {
      const inTheme = { q: topic, filters: { ...filters, theme_id }, relevance: NAMED_THEME_RELEVANCE }
      for (const id of await listInsightsAbout(ctx, inTheme)) ids.add(id)
    }
  }
  return { ids: [...ids], isCapped: mentioning.length === maxMentions }
}
