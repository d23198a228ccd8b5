import type { ReadCtx } from '#domain/context.ts'
import { speaksOf, topicSenses, withRelatedWords } from '#engine/ask/topic-senses.ts'
import { ANSWER_RELEVANCE, NAMED_THEME_RELEVANCE, UNKNOWN_WORDS_RELEVANCE } from '#engine/thresholds/search.ts'
import { stemmedWords } from '#engine/text/tf-idf.ts'
import { findByText } from './queries.ts'
import { listThemeNames } from './queries-answer.ts'
import { listMentions, maxMentions } from './queries-mentions.ts'
import type { SearchFilters } from './queries-filters.ts'
import { listInsightsAbout } from './semantic.ts'

/** Scripts without spaces are searched for as they are. */
const unspacedScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Of up to this many parts all must be mentioned, of more at least 60 %. */
const maxRequired = 2
const minMentioned = (count: number) => (count <= maxRequired ? count : Math.ceil(count * 0.6))

/** Insights that speak of the topic, by its words, their sense or their aspects. */
async function listMentioning({ db, org }: ReadCtx, topic: string, filters: SearchFilters): Promise<string[]> {
  if (unspacedScript.test(topic))
    return (await findByText(db, org, topic, { types: ['insight'], filters })).map((hit) => hit.id)
  const senses = topicSenses(topic)
  if (senses.length === 0) return []
  const found = await listMentions(db, org, { senses, needsAll: senses.length <= maxRequired }, filters)
  const required = minMentioned(senses.length)
  return found
    .filter(({ text, aspects }) => senses.filter((sense) => speaksOf(text, aspects, sense)).length >= required)
    .map(({ id }) => id)
}

/** Whether any insight has a word of the topic, or one that begins like it. */
async function isKnown({ db, org }: ReadCtx, topic: string): Promise<boolean> {
  if (unspacedScript.test(topic)) return true
  const senses = topicSenses(topic).map(withRelatedWords)
  const found = senses.length > 0 ? await listMentions(db, org, { senses, needsAll: false }, {}) : []
  return found.some(({ text, aspects }) => senses.some((sense) => speaksOf(text, aspects, sense)))
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

type Similar = { topic: string; filters: SearchFilters; mentioning: readonly string[] }

/** Those similar in meaning; of a topic without a known word only what is nearly the same. */
async function listSimilar(ctx: ReadCtx, { topic, filters, mentioning }: Similar): Promise<string[]> {
  const relevance = mentioning.length > 0 || (await isKnown(ctx, topic)) ? ANSWER_RELEVANCE : UNKNOWN_WORDS_RELEVANCE
  const ids = await listInsightsAbout(ctx, { q: topic, filters, relevance })
  for (const theme_id of filters.theme_id ? [] : await listThemesNamedIn(ctx, topic)) {
    const inTheme = { q: topic, filters: { ...filters, theme_id }, relevance: NAMED_THEME_RELEVANCE }
    ids.push(...(await listInsightsAbout(ctx, inTheme)))
  }
  return ids
}

/** The analysis has read what is said of it, which similar texts need not say. */
const hasAspects = (topic: string) => topicSenses(topic).some(({ aspects }) => aspects.length > 0)

/** Ids of the insights about a topic, by words or by meaning; `isCapped` when there may be more. */
export async function listRelevantInsights(
  ctx: ReadCtx,
  topic: string,
  filters: SearchFilters,
): Promise<{ ids: string[]; isCapped: boolean }> {
  const mentioning = await listMentioning(ctx, topic, filters)
  const isEnough = (mentioning.length > 0 && hasAspects(topic)) || (await isCommon(ctx, topic, filters, mentioning))
  const similar = isEnough ? [] : await listSimilar(ctx, { topic, filters, mentioning })
  return { ids: [...new Set([...mentioning, ...similar])], isCapped: mentioning.length === maxMentions }
}
