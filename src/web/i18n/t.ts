/* English is the key: the code reads as the screen does, and a missing translation is still a sentence. */

export const languages = { en: 'English', de: 'Deutsch', pseudo: 'Þsèúdô' } as const
export type Language = keyof typeof languages
type Values = Record<string, string | number>

let current: Language = 'en'
let table: Record<string, string> = {}

export const language = (): Language => current
/** For Intl: the pseudo language speaks English numbers. */
export const locale = (): string => (current === 'de' ? 'de-DE' : 'en-GB')

export async function speak(wanted: Language): Promise<void> {
  table = wanted === 'de' ? (await import('./de.ts')).de : {}
  current = wanted
  document.documentElement.lang = wanted === 'de' ? 'de' : 'en'
}

/** `{name}` is replaced; `{count, one {# item} other {# items}}` chooses by the plural rules of the language. */
export function t(text: string, values: Values = {}): string {
  const found = current === 'pseudo' ? text : (table[text] ?? text)
  const filled = fill(found, values)
  return current === 'pseudo' ? disguise(filled) : filled
}

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
/** A third longer and full of accents: what breaks here would break in some language. */
const disguise = (text: string) =>
  `[${text.replace(/[aeiouAEOcns]/g, (letter) => accents[letter] ?? letter)}${'·'.repeat(Math.ceil(text.length / 3))}]`
