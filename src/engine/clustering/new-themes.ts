import { keyOfWords } from '#engine/naming/noun-phrases.ts'
import { MAX_REDISCOVERIES, MAX_THEMES, MIN_THEME_SIZE } from '#engine/thresholds/themes.ts'
import { type Matrix, matrixOf, rowOf } from '#engine/vectors/matrix.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import { discoverThemes, type FoundTheme, minNewTheme } from './discover-themes.ts'
import {
  addMember,
  type ComparedInsight,
  sureThemes,
  type ThemeFit,
  type ThemeProfile,
  themeProfile,
} from './theme-profiles.ts'
import { topicGroups } from './topic-groups.ts'
import type { InsightVector, NewTheme, Tools } from './types.ts'

/* New themes among the insights that fit none, and what surely belongs to a theme. */

/** With its vector, which is centered. */
export type VectorToCompare = ComparedInsight & { vector: Float32Array }

export async function assignSure(
  insights: readonly ComparedInsight[],
  profiles: readonly ThemeProfile[],
  fits: Map<string, ThemeFit[]>,
) {
  for (const [n, insight] of insights.entries()) {
    if (n % comparedPerTurn === comparedPerTurn - 1) await yieldToEventLoop()
    if (fits.get(insight.id)!.length > 0) continue
    fits.set(insight.id, sureThemes(profiles, insight))
  }
}

const comparedPerTurn = 500

/** `unsorted`: of how many they are left. */
type Candidates = { insights: InsightVector[]; compared: readonly VectorToCompare[]; vectors: Matrix; unsorted: number }

export function candidatesFor(compared: readonly VectorToCompare[], insights: readonly InsightVector[]): Candidates {
  const byId = new Map(insights.map((insight) => [insight.id, insight]))
  return {
    insights: compared.map(({ id }) => byId.get(id)!),
    compared,
    vectors: matrixOf(
      compared.map(({ vector }) => vector),
      compared[0]!.vector.length,
    ),
    unsorted: insights.length,
  }
}

/** New themes of similar insights, then of those that stay unsorted: by the words of one topic, and by similarity. */
export async function newThemes(
  candidates: Candidates,
  profiles: ThemeProfile[],
  fits: Map<string, ThemeFit[]>,
  tools: Tools,
): Promise<NewTheme[]> {
  const { insights, compared, vectors, unsorted } = candidates
  const take = async (found: readonly FoundTheme[]) => {
    const themes = await addThemes(found, candidates, profiles, tools)
    await assignSure(compared, profiles, fits)
    const kept = dropSmallThemes(themes, profiles, fits, unsorted)
    await assignSure(compared, profiles, fits)
    return kept
  }
  const similar = await take(await discoverThemes(insights, vectors, profiles.length, tools))
  const isOpen = (row: number) => fits.get(insights[row]!.id)!.length === 0
  const left = MAX_THEMES - profiles.length
  if (left <= 0) return similar
  const byTopic = await topicGroups({ insights, vectors }, isOpen, minNewTheme(insights.length), tools)
  const themes = [...similar, ...(await take(byTopic.slice(0, left)))]
  for (let turn = 0; turn < MAX_REDISCOVERIES; turn++) {
    const found = await take(await discoverAmong(candidates, isOpen, profiles.length, tools))
    if (found.length === 0) break
    themes.push(...found)
  }
  return themes
}

/** Similar insights among those that are open: groups that the others, which they have less in common with, hid. */
async function discoverAmong(
  { insights, vectors }: Candidates,
  isOpen: (row: number) => boolean,
  existing: number,
  tools: Tools,
): Promise<FoundTheme[]> {
  const rows = [...insights.keys()].filter(isOpen)
  if (rows.length < minNewTheme(rows.length)) return []
  const found = await discoverThemes(
    rows.map((row) => insights[row]!),
    matrixOf(rows.map((row) => rowOf(vectors, row))),
    existing,
    tools,
  )
  return found.map((theme) => ({ ...theme, insights: theme.insights.map((n) => rows[n]!) }))
}

/** Their profiles are added; a group with the name of a theme that exists widens that one's. */
async function addThemes(
  found: readonly FoundTheme[],
  { compared }: Candidates,
  profiles: ThemeProfile[],
  tools: Tools,
): Promise<NewTheme[]> {
  if (found.length === 0) return []
  const names = await tools.embedPhrases(found.map(({ name }) => name))
  const themes: NewTheme[] = []
  for (const [n, { name, area, insights }] of found.entries()) {
    const members = insights.map((row) => compared[row]!)
    const known = profiles.find((profile) => keyOfWords(profile.name) === keyOfWords(name))
    for (const { id, vector } of known ? members : []) addMember(known!, id, vector)
    if (known) continue
    const theme = { id: tools.newId(), name, area }
    themes.push(theme)
    profiles.push(themeProfile(theme, rowOf(names, n), members, tools))
  }
  return themes
}

/** A new theme that few insights surely belong to is none: they are open to the others again. */
function dropSmallThemes(
  found: readonly NewTheme[],
  profiles: ThemeProfile[],
  fits: Map<string, ThemeFit[]>,
  insights: number,
): NewTheme[] {
  const minSize = Math.max(MIN_THEME_SIZE.count, Math.round(insights * MIN_THEME_SIZE.shareOfMany))
  const kept = found.filter(
    ({ id }) => [...fits.values()].filter((own) => own.some(({ theme }) => theme === id)).length >= minSize,
  )
  const dropped = new Set(found.filter((theme) => !kept.includes(theme)).map(({ id }) => id))
  for (const [insight, own] of fits) if (own.some(({ theme }) => dropped.has(theme))) fits.set(insight, [])
  for (let n = profiles.length - 1; n >= 0; n--) if (dropped.has(profiles[n]!.theme)) profiles.splice(n, 1)
  return kept
}
