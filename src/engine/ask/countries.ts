import countries from './countries.json' with { type: 'json' }

/* Countries in questions: "German customers", "users in Germany", "people from the UK". */

/** Words for the people of a country, and other names of countries than those of the Unicode data. */
const { demonyms, otherNames } = countries

const unicodeNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** "DD" and other codes of the past are named like the country of today, whose code counts. */
const isCurrent = (code: string) => new Intl.Locale(`und-${code}`).region === code

const germanNames = new Intl.DisplayNames('de', { type: 'region', fallback: 'none' })

export const countryName = (code: string) => unicodeNames.of(code) ?? code

type CountryWord = { code: string; word: string; isDemonym: boolean }

export const countryWords: readonly CountryWord[] = [
  ...letters.flatMap((first) =>
    letters.flatMap((second) => {
      const code = first + second
      if (!isCurrent(code)) return []
      const names = new Set([unicodeNames.of(code), germanNames.of(code)])
      return [...names].flatMap((word) => (word && word.length > 2 ? [{ code, word, isDemonym: false }] : []))
    }),
  ),
  ...Object.entries(otherNames).flatMap(([code, words]) => words.map((word) => ({ code, word, isDemonym: false }))),
  ...Object.entries(demonyms).flatMap(([code, words]) => words.map((word) => ({ code, word, isDemonym: true }))),
]
