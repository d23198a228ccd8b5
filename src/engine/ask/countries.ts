import countries from './countries.json' with { type: 'json' }

/* Countries in questions: "German customers", "users in Germany", "people from the UK". */

/** Words for the people of a country, and other names of countries than those of the Unicode data. */
const { demonyms, otherNames } = countries

const unicodeNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

export const countryName = (code: string) => unicodeNames.of(code) ?? code

export type CountryWord = { code: string; word: string; isDemonym: boolean }

export const countryWords: readonly CountryWord[] = [
  ...letters.flatMap((first) =>
    letters.flatMap((second) => {
      const word = unicodeNames.of(first + second)
      return word && word.length > 2 ? [{ code: first + second, word, isDemonym: false }] : []
    }),
  ),
  ...Object.entries(otherNames).flatMap(([code, words]) => words.map((word) => ({ code, word, isDemonym: false }))),
  ...Object.entries(demonyms).flatMap(([code, words]) => words.map((word) => ({ code, word, isDemonym: true }))),
]
