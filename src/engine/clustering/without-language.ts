import { mostCommon } from '#engine/most-common.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { MIN_TEXTS_OF_LANGUAGE } from '#engine/thresholds/clustering.ts'
import { matrixOf, meanOf } from '#engine/vectors/matrix.ts'
import type { InsightVector, ThemeMember } from './types.ts'

/*
 * Texts in one language have something in common, whatever they are about: without it, those that say the same in
 * several languages are nearer to each other.
 */

type WithLanguage<T> = { one: T; language: string }
/** What the texts of each language have more of than all. */
type LanguageShifts = ReadonlyMap<string, Float32Array>
type Input = {
  mean: Float32Array
  unclustered: readonly InsightVector[]
  unassigned: readonly InsightVector[]
  members: readonly ThemeMember[]
}

/** All insights, and members of themes, without what their languages have in common; the language of most insights. */
export function withoutLanguages({ mean, unclustered, unassigned, members }: Input) {
  const insights = [...unassigned, ...unclustered].map(withLanguage)
  const known = members.map(withLanguage)
  const shifts = languageShifts([...insights, ...known], mean)
  return {
    all: insights.map((one) => withoutLanguage(one, shifts)),
    members: known.map((one) => withoutLanguage(one, shifts)),
    language: mostCommon(insights.map(({ language }) => language)) ?? 'en',
  }
}

const withLanguage = <T extends { quote: string | null; name: string }>(one: T): WithLanguage<T> => ({
  one,
  language: detectLanguage(one.quote ?? one.name) ?? 'en',
})

/** Of the languages that enough texts are in; the others keep their vectors, and so do all where there is only one. */
function languageShifts(texts: readonly WithLanguage<{ vector: Float32Array }>[], mean: Float32Array): LanguageShifts {
  const languages = [...Map.groupBy(texts, ({ language }) => language)].filter(
    ([, own]) => own.length >= MIN_TEXTS_OF_LANGUAGE,
  )
  if (languages.length < 2) return new Map()
  return new Map(
    languages.map(([language, own]) => [
      language,
      meanOf(matrixOf(own.map(({ one }) => one.vector))).map((value, d) => value - mean[d]!),
    ]),
  )
}

function withoutLanguage<T extends { vector: Float32Array }>(
  { one, language }: WithLanguage<T>,
  shifts: LanguageShifts,
): T {
  const shift = shifts.get(language)
  return shift ? { ...one, vector: one.vector.map((value, d) => value - shift[d]!) } : one
}
