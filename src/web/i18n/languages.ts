import { languages } from 'virtual:languages'

/** The languages of the web app. */
export const appLanguages = ['en', ...languages.web]
/** The languages that the public survey page is translated to. */
export const surveyLanguages = languages.survey

/** `Deutsch` for `de`. */
export const nativeName = (code: string): string => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
