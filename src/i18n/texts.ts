import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type evidenceStory from './en/evidence_story.json'
import type onePager from './en/one_pager.json'
import type opportunity from './en/opportunity.json'
import type sharePage from './en/share_page.json'
import type survey from './en/survey.json'
import type unsubscribe from './en/unsubscribe.json'
import type widget from './en/widget.json'

/* The translations: a folder for each language with a file for each area. The English files name the keys. */

type Texts = {
  evidence_story: typeof evidenceStory
  opportunity: typeof opportunity
  one_pager: typeof onePager
  share_page: typeof sharePage
  survey: typeof survey
  widget: typeof widget
  unsubscribe: typeof unsubscribe
}
export type SurveyTexts = Texts['survey']
export type OnePagerTexts = Texts['one_pager']
export type SharePageTexts = Texts['share_page']
type Area = keyof Texts | 'web'

const fileOf = (language: string, area: Area) => join(import.meta.dirname, language, `${area}.json`)

/** The languages of an area, English first. The web app has no English file: there the English text is the key. */
export const languagesOf = (area: Area): string[] =>
  readdirSync(import.meta.dirname)
    .filter((language) => existsSync(fileOf(language, area)))
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b))

/** The texts of an area by language. */
export const textsOf = <A extends keyof Texts>(area: A) =>
  Object.fromEntries(
    languagesOf(area).map((language) => [language, JSON.parse(readFileSync(fileOf(language, area), 'utf8'))]),
  ) as Record<string, Texts[A]>

export const baseOf = (tag: string) => tag.trim().toLowerCase().split('-')[0]!

/** The first language of an Accept-Language header that has texts, else English. */
export function preferredLanguage(texts: Record<string, unknown>, accepted: string | undefined): string {
  const tags = (accepted ?? '').slice(0, 200).split(',')
  return tags.map((tag) => baseOf(tag.split(';')[0]!)).find((base) => Object.hasOwn(texts, base)) ?? 'en'
}
