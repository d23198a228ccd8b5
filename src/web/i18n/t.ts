import { languages } from 'virtual:languages'
import type german from '#i18n/de/web.json'
import { fill, type Values } from '#i18n/fill.ts'

/* The English text is the key, so a missing translation still shows a sentence. */

/** Every language has the same keys. */
type Text = keyof typeof german
type Texts = Record<string, string>

/** A language code, or this: English with accents and a third longer. */
export const pseudo = 'pseudo'

let current = 'en'
let table: Texts = {}

export const language = (): string => current
/** For Intl; the pseudo language uses English number formats. */
export const locale = (): string => (languages.web.includes(current) ? current : 'en-US')

export async function setLanguage(next: string): Promise<void> {
  const isTranslated = languages.web.includes(next)
  table = isTranslated ? ((await import(`../../i18n/${next}/web.json`)) as { default: Texts }).default : {}
  current = next
  document.documentElement.lang = isTranslated ? next : 'en'
}

type Joined<P extends readonly string[]> = P extends readonly [infer A extends string, ...infer Rest extends string[]]
  ? `${A}${Joined<Rest>}`
  : ''

/**
 * `{name}` is replaced; `{count, one {# item} other {# items}}` chooses by the plural rules of the language, which may
 * have more forms: few, many, two, zero. A text that is longer than a line is given in parts.
 */
export function t(text: Text, values?: Values): string
export function t<const P extends string[]>(
  parts: P & (Joined<P> extends Text ? unknown : never),
  values?: Values,
): string
export function t(text: string | string[], values?: Values): string {
  return translate(typeof text === 'string' ? text : text.join(''), values)
}

/** A text that is not written in the web app, such as a definition of the contract; the catalogue has it too. */
export function translate(text: string, values: Values = {}): string {
  const translated = current === pseudo ? text : (table[text] ?? text)
  const filled = fill(translated, values, {
    category: (count) => new Intl.PluralRules(locale()).select(count),
    format: (count) => count.toLocaleString(locale()),
  })
  return current === pseudo ? pseudoLocalize(filled) : filled
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
