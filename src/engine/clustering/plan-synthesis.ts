import type { EmbedPhrases } from '#engine/naming/naming.ts'
import { topicNamesIn, topicsIn } from '#engine/naming/topic-bank.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { MIN_INSIGHTS_FOR_THEMES, RECLUSTER_GROWTH } from '#engine/thresholds/subthemes.ts'
import { MAX_THEME_SUGGESTIONS, MIN_SUGGESTION_CONFIDENCE } from '#engine/thresholds/themes.ts'
import { centered, matrixOf, meanOf, rowOf, similarity } from '#engine/vectors/matrix.ts'
import { assignSure, candidatesFor, newThemes, type VectorToCompare } from './new-themes.ts'
import { planSubthemes } from './plan-subthemes.ts'
import { type ComparedInsight, rankThemes, type ThemeFit, type ThemeProfile, themeProfile } from './theme-profiles.ts'
import { withoutLanguages } from './without-language.ts'
import type {
  DefinedTheme,
  EmbeddingSpace,
  InsightVector,
  NewId,
  NewSubtheme,
  NewTheme,
  SubthemeCentroid,
  SubthemeJoin,
  ThemeIdentity,
  ThemeMatch,
  ThemeMember,
  ThemeSuggestions,
  Tools,
} from './types.ts'

/*
 * Assigns insights to themes where that is sure enough, looks for new themes among the others, and divides themes into
 * subthemes. Insights that have a theme or a subtheme are not moved.
 */

export type SynthesisPlan = {
  mean: Float32Array
  /** New members of existing subthemes. */
  joins: SubthemeJoin[]
  subthemes: NewSubtheme[]
  themes: NewTheme[]
  matches: ThemeMatch[]
  /** Of the insights that stay unsorted. */
  suggestions: ThemeSuggestions[]
  unclusteredCount: number
}
export type SynthesisInput = {
  mean: Float32Array
  space: EmbeddingSpace | undefined
  /** Insights that were never compared with the themes. */
  unclustered: InsightVector[]
  /** Insights that were compared, and are unsorted or in no subtheme. */
  unassigned: InsightVector[]
  subthemes: SubthemeCentroid[]
  /** Names that no new subtheme gets, besides those of themes and subthemes. */
  takenNames: readonly string[]
  defined: DefinedTheme[]
  themes: readonly ThemeIdentity[]
  /** Members of the themes, a sample of each. */
  members: ThemeMember[]
}

/** Fixed by the first insights from which themes are made; undefined while there are too few. */
export const centeringMean = (
  space: EmbeddingSpace | undefined,
  unclustered: readonly InsightVector[],
): Float32Array | undefined => {
  if (space) return space.mean
  if (unclustered.length < MIN_INSIGHTS_FOR_THEMES) return undefined
  return meanOf(matrixOf(unclustered.map(({ vector }) => vector)))
}

/** Of the model that made the vectors. */
type Embed = (texts: readonly string[]) => Promise<Float32Array[]>

export async function planSynthesis(input: SynthesisInput, newId: NewId, embed: Embed): Promise<SynthesisPlan> {
  const { mean, space } = input
  const { all, members, language } = withoutLanguages(input)
  const tools = { newId, language, embedPhrases: phraseEmbedder(embed, mean) }
  const unsorted = all.filter(({ themes, decided }) => themes.length === 0 && !decided)
  const assignment = await assignThemes({ ...input, members }, unsorted, tools)
  const left = unsorted.length - assignment.fits.size
  const withThemes = all.map((insight) => ({
    ...insight,
    themes: [...insight.themes, ...(assignment.fits.get(insight.id)?.map(({ theme }) => theme) ?? [])],
  }))
  const themes = [...input.themes, ...assignment.themes]
  const { joins, subthemes } = await planSubthemes(withThemes, { ...input, themes }, tools)
  return {
    mean,
    joins,
    subthemes,
    themes: assignment.themes,
    matches: [...assignment.fits].flatMap(([insight, fits]) =>
      fits.map(({ theme, confidence }) => ({ insight, theme, confidence })),
    ),
    suggestions: assignment.suggestions,
    unclusteredCount: assignment.hasLookedForThemes ? left : (space?.unclustered_count ?? 0),
  }
}

/** Names of the topic bank are embedded once for each model. */
const bankVectors = new WeakMap<Embed, Promise<Float32Array[]>>()

function phraseEmbedder(embed: Embed, mean: Float32Array): EmbedPhrases {
  const bank = topicNamesIn('en')
  return async (phrases) => {
    if (phrases !== bank) return centered(matrixOf(await embed(phrases), mean.length), mean)
    let vectors = bankVectors.get(embed)
    if (!vectors) bankVectors.set(embed, (vectors = embed(bank)))
    return centered(matrixOf(await vectors, mean.length), mean)
  }
}

type Assignment = {
  themes: NewTheme[]
  fits: Map<string, ThemeFit[]>
  suggestions: ThemeSuggestions[]
  hasLookedForThemes: boolean
}

async function assignThemes(input: SynthesisInput, unsorted: InsightVector[], tools: Tools): Promise<Assignment> {
  const profiles = await existingProfiles(input, tools)
  const vectors = centered(
    matrixOf(
      unsorted.map(({ vector }) => vector),
      input.mean.length,
    ),
    input.mean,
  )
  const compared = unsorted.map((insight, n) => comparedInsight(insight, rowOf(vectors, n)))
  const fits = new Map(compared.map((one) => [one.id, [] as ThemeFit[]] as const))
  await assignSure(compared, profiles, fits)
  const rest = compared.filter(({ id }) => fits.get(id)!.length === 0)
  const isDue = isDiscoveryDue(rest.length, input)
  const themes = isDue ? await newThemes(candidatesFor(rest, unsorted), profiles, fits, tools) : []
  const suggestions = rest
    .filter(({ id }) => fits.get(id)!.length === 0)
    .map((one) => ({ insight: one.id, themes: suggestionsFor(one, profiles) }))
  for (const [id, own] of fits) if (own.length === 0) fits.delete(id)
  return { themes, fits, suggestions, hasLookedForThemes: isDue }
}

const comparedInsight = ({ id, quote, name }: InsightVector, vector: Float32Array): VectorToCompare => {
  const text = quote ?? name
  const topics = topicsIn(text, detectLanguage(text) ?? 'en')
  return { id, vector, text, topics, similarTo: (prototype) => similarity(vector, prototype) }
}

async function existingProfiles(
  { themes, members, mean, defined }: SynthesisInput,
  tools: Tools,
): Promise<ThemeProfile[]> {
  const named = themes.filter(({ is_catch_all }) => !is_catch_all)
  if (named.length === 0) return []
  const names = await tools.embedPhrases(named.map(({ name }) => name))
  const byTheme = Map.groupBy(members, ({ theme }) => theme)
  const definitions = new Map(defined.map(({ theme, definition }) => [theme, definition]))
  return named.map((theme, n) => {
    const own = byTheme.get(theme.id) ?? []
    const vectors = centered(
      matrixOf(
        own.map(({ vector }) => vector),
        mean.length,
      ),
      mean,
    )
    const known = own.map(({ id }, row) => ({ id, vector: rowOf(vectors, row) }))
    return themeProfile(theme, rowOf(names, n), known, {
      language: tools.language,
      definition: definitions.get(theme.id),
    })
  })
}

const suggestionsFor = (insight: ComparedInsight, profiles: readonly ThemeProfile[]) =>
  rankThemes(profiles, insight)
    .slice(0, MAX_THEME_SUGGESTIONS)
    .filter(({ confidence }) => confidence >= MIN_SUGGESTION_CONFIDENCE)
    .map(({ theme, confidence }) => ({ theme_id: theme, confidence: Math.round(confidence * 100) / 100 }))

function isDiscoveryDue(rest: number, { space, themes }: SynthesisInput): boolean {
  if (rest < MIN_INSIGHTS_FOR_THEMES) return false
  const hasThemes = themes.some(({ is_catch_all }) => !is_catch_all)
  return !hasThemes || rest >= (space?.unclustered_count ?? 0) * RECLUSTER_GROWTH.factor + RECLUSTER_GROWTH.count
}
