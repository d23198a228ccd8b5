import { containsPhrase } from '#engine/naming/noun-phrases.ts'
import { topicNamesIn } from '#engine/naming/topic-bank.ts'
import { MIN_THEME_CONFIDENCE, THEME_CONFIDENCE, THEME_SCORE } from '#engine/thresholds/themes.ts'
import { type DefinitionVectors, fitsDefinition, isExcluded, type SimilarTo } from './theme-definition.ts'

/*
 * How well an insight fits a theme: how similar it is to the members and to the name, and whether it uses words of the
 * name.
 */

export type ThemeProfile = {
  theme: string
  name: string
  /** Of the name, centered. */
  nameVector: Float32Array
  /** Of the topic bank, if the name is one of it. */
  topic: number | undefined
  /** Of the members, centered; their ids, so that no member is compared with itself. */
  sum: Float32Array
  members: Map<string, Float32Array>
  /** What people have said of it, if they have. */
  definition: DefinitionVectors | undefined
}
/** What of an insight is compared: its similarity, its words, and the topics of the bank whose words it uses. */
export type ComparedInsight = {
  id: string
  similarTo: SimilarTo
  text: string
  topics: ReadonlySet<number>
}
export type ThemeFit = { theme: string; score: number; confidence: number }

export function themeProfile(
  theme: { id: string; name: string },
  nameVector: Float32Array,
  members: readonly { id: string; vector: Float32Array }[],
  { language, definition }: { language: string; definition?: DefinitionVectors | undefined },
): ThemeProfile {
  const profile: ThemeProfile = {
    theme: theme.id,
    name: theme.name,
    nameVector,
    topic: topicOfName(theme.name, language),
    sum: new Float32Array(nameVector.length),
    members: new Map<string, Float32Array>(),
    definition,
  }
  for (const { id, vector } of members) addMember(profile, id, vector)
  for (const [n, vector] of (definition?.examples ?? []).entries()) addMember(profile, `example ${n}`, vector)
  return profile
}

export function addMember({ sum, members }: ThemeProfile, id: string, vector: Float32Array) {
  if (members.has(id)) return
  members.set(id, vector)
  for (let d = 0; d < sum.length; d++) sum[d]! += vector[d]!
}

function topicOfName(name: string, language: string): number | undefined {
  for (const names of [topicNamesIn(language), topicNamesIn('en')]) {
    const topic = names.findIndex((one) => one.toLowerCase() === name.toLowerCase())
    if (topic >= 0) return topic
  }
  return undefined
}

/** The mean similarity to the members other than itself; a theme without others has its name only. */
function memberSimilarity({ sum, members }: ThemeProfile, { id, similarTo }: ComparedInsight): number | undefined {
  // Its similarity to itself is one.
  const own = members.has(id) ? 1 : 0
  const count = members.size - own
  return count === 0 ? undefined : (similarTo(sum) - own) / count
}

function scoreOf(profile: ThemeProfile, insight: ComparedInsight): number {
  const byName = insight.similarTo(profile.nameVector)
  const usesWords =
    profile.topic === undefined ? containsPhrase(insight.text, profile.name) : insight.topics.has(profile.topic)
  const members = memberSimilarity(profile, insight) ?? THEME_SCORE.nameWithoutMembers * byName
  return members + THEME_SCORE.name * byName + (usesWords ? THEME_SCORE.words : 0)
}

/** What a person has written about a theme decides by itself. */
const definedFits = (profiles: readonly ThemeProfile[], { similarTo }: ComparedInsight): ThemeFit[] =>
  profiles
    .filter(({ definition }) => definition?.decides && fitsDefinition(similarTo, definition))
    .map(({ theme }) => ({ theme, score: 1, confidence: 1 }))

/** The themes that an insight surely belongs to: those that say so, else the best one. */
export function sureThemes(profiles: readonly ThemeProfile[], insight: ComparedInsight): ThemeFit[] {
  const defined = definedFits(profiles, insight)
  if (defined.length > 0) return defined
  const [best] = rankThemes(profiles, insight)
  return best && best.confidence >= MIN_THEME_CONFIDENCE ? [best] : []
}

/**
 * The themes that an insight fits and that do not exclude it, the best first, each with its confidence against the best
 * of the others.
 */
export function rankThemes(profiles: readonly ThemeProfile[], insight: ComparedInsight): ThemeFit[] {
  const scored = profiles
    .filter(({ definition }) => !definition || !isExcluded(insight.similarTo, definition))
    .map((profile) => ({ theme: profile.theme, score: scoreOf(profile, insight) }))
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  return scored.map(({ theme, score }) => {
    const rival = score === best!.score ? (second?.score ?? 0) : best!.score
    const { bias, perScore, perMargin } = THEME_CONFIDENCE
    return { theme, score, confidence: 1 / (1 + Math.exp(-(bias + perScore * score + perMargin * (score - rival)))) }
  })
}
