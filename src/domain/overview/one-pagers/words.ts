import { type OnePagerTexts, textsOf } from '#i18n/texts.ts'
import type { OnePagerLanguage } from '#vocabulary/one-pagers.ts'

/* Words, numbers and days in the language of a document. */

const translations = textsOf('one_pager')

export const textsIn = (language: OnePagerLanguage): OnePagerTexts => translations[language]!

export const withValues = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

export const numberIn = (language: OnePagerLanguage, value: number): string =>
  value.toLocaleString(language, { maximumFractionDigits: 1 })

export const moneyIn = (language: OnePagerLanguage, value: number, currency: string | null): string =>
  value.toLocaleString(language, {
    maximumFractionDigits: 0,
    ...(currency !== null && { style: 'currency' as const, currency }),
  })

export const dayIn = (language: OnePagerLanguage, at: string): string =>
  new Date(at).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })

/** `app-store` is `App store`. */
export const sourceIn = (source: string): string => {
  const words = source.replace(/[-_]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A status or a trend; one that has no translation as it is. */
export const valueIn = (texts: OnePagerTexts, of: 'status' | 'trend' | 'horizon', value: string): string =>
  texts[`${of}_${value}` as keyof OnePagerTexts] ?? value.replaceAll('_', ' ')
