import { baseOf, preferredLanguage, type SurveyTexts, textsOf } from '#i18n/texts.ts'

export type Messages = SurveyTexts

const translations = textsOf('survey')

/** The survey's language if there is a translation, else the first of the browser's languages that has one. */
export function messagesFor(survey: string | null, accepted: string | undefined): { lang: string; messages: Messages } {
  const lang = preferredLanguage(translations, survey ?? accepted)
  return { lang, messages: translations[lang]! }
}

const rightToLeft = new Set(['ar', 'fa', 'he', 'ur'])
export const directionOf = (tag: string): 'ltr' | 'rtl' => (rightToLeft.has(baseOf(tag)) ? 'rtl' : 'ltr')
