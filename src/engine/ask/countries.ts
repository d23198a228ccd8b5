/* Countries in questions: "German customers", "users in Germany", "people from the UK". */

/** Words for the people of a country. */
const demonyms: Record<string, readonly string[]> = {
  AR: ['Argentinian', 'Argentine'],
  AT: ['Austrian'],
  AU: ['Australian'],
  BE: ['Belgian'],
  BR: ['Brazilian'],
  CA: ['Canadian'],
  CH: ['Swiss'],
  CL: ['Chilean'],
  CN: ['Chinese'],
  CO: ['Colombian'],
  CZ: ['Czech'],
  DE: ['German'],
  DK: ['Danish'],
  EE: ['Estonian'],
  EG: ['Egyptian'],
  ES: ['Spanish'],
  FI: ['Finnish'],
  FR: ['French'],
  GB: ['British', 'UK', 'English'],
  GR: ['Greek'],
  HU: ['Hungarian'],
  ID: ['Indonesian'],
  IE: ['Irish'],
  IL: ['Israeli'],
  IN: ['Indian'],
  IT: ['Italian'],
  JP: ['Japanese'],
  KE: ['Kenyan'],
  KR: ['Korean', 'South Korean'],
  LT: ['Lithuanian'],
  LV: ['Latvian'],
  MX: ['Mexican'],
  MY: ['Malaysian'],
  NG: ['Nigerian'],
  NL: ['Dutch'],
  NO: ['Norwegian'],
  NZ: ['New Zealand'],
  PH: ['Filipino'],
  PL: ['Polish'],
  PT: ['Portuguese'],
  RO: ['Romanian'],
  RU: ['Russian'],
  SA: ['Saudi'],
  SE: ['Swedish'],
  SG: ['Singaporean'],
  SK: ['Slovak'],
  TH: ['Thai'],
  TR: ['Turkish'],
  UA: ['Ukrainian'],
  US: ['American', 'US', 'U.S.'],
  VN: ['Vietnamese'],
  ZA: ['South African'],
}

/** Other names of countries than those of the Unicode data. */
const otherNames: Record<string, readonly string[]> = {
  AE: ['UAE', 'the Emirates'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'Britain', 'England'],
  NL: ['Holland'],
  TR: ['Turkey'],
  US: ['USA', 'US', 'America', 'the States'],
}

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
