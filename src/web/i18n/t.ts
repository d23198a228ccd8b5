/* The English text is the key, so a missing translation still shows a sentence. */

export const languages = { en: 'English', de: 'Deutsch', pseudo: 'Þsèúdô' } as const
export type Language = keyof typeof languages
type Values = Record<string, string | number>

let current: Language = 'en'
let table: Record<string, string> = {}

export const language = (): Language => current
/** For Intl; the pseudo language uses English number formats. */
export const locale = (): string => (current === 'de' ? 'de-DE' : 'en-US')

export async function setLanguage(next: Language): Promise<void> {
  table = next === 'de' ? (await import('./de.ts')).de : {}
  current = next
  document.documentElement.lang = next === 'de' ? 'de' : 'en'
}

/** `{name}` is replaced; `{count, one {# item} other {# items}}` chooses by the plural rules of the language. */
export function t(text: string, values: Values = {}): string {
  const translated = current === 'pseudo' ? text : (table[text] ?? text)
  const filled = fill(translated, values)
  return current === 'pseudo' ? pseudoLocalize(filled) : filled
}

/** A text that is not written in the web app, such as a definition of the contract; the catalogue has it too. */
export const translate = (text: string): string => t(text)

const plural = /\{(\w+), one \{([^}]*)\} other \{([^}]*)\}\}/g

function fill(text: string, values: Values): string {
  return text
    .replace(plural, (_, name: string, one: string, other: string) => {
      const count = Number(values[name])
      const form = new Intl.PluralRules(locale()).select(count) === 'one' ? one : other
      return form.replaceAll('#', count.toLocaleString(locale()))
    })
    .replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}

const accents: Record<string, string> = {
  a: 'à',
  e: 'ê',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'É',
  O: 'Ø',
  c: 'ç',
  n: 'ñ',
  s: 'š',
}
/** A third longer and with accents, to find layouts and encodings that break in other languages. */
const pseudoLocalize = (text: string) =>
  `[${text.replace(/[aeiouAEOcns]/g, (letter) => accents[letter] ?? letter)}${'·'.repeat(Math.ceil(text.length / 3))}]`
