import type { PublicSurvey } from '#domain/sources/surveys/links/public-survey.ts'
import { fieldIdOf, renderField, type FieldValues } from './fields.ts'
import { Html, html } from './html.ts'
import { style } from './style.ts'
import { directionOf, type Messages } from './messages.ts'

export type PageLocale = { lang: string; messages: Messages }

type Document = { locale: PageLocale; title: string; body: Html; embed: boolean; css?: string | undefined }

const renderDocument = ({ locale: { lang }, title, body, embed, css = style }: Document): string =>
  html`<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>${title}</title><style>${new Html(css)}</style></head>
<body${embed ? html` class="embed"` : ''}>${body}</body></html>`.text

/** Texts of the survey's author are in the survey's language, which may differ from the page's. */
const languageAttributes = (language: string | null, lang: string): Html =>
  language && language.split('-')[0] !== lang ? html` lang="${language}" dir="${directionOf(language)}"` : html``

type FormPageOptions = {
  survey: PublicSurvey
  locale: PageLocale
  values: FieldValues
  problems: ReadonlyMap<string, string>
  response: string
  embed: boolean
  /** A preview cannot be submitted. */
  preview?: { css: string }
}

export function formPage({ survey, locale, values, problems, response, embed, preview }: FormPageOptions): string {
  const { messages, lang } = locale
  const own = languageAttributes(survey.language, lang)
  const fields = survey.questions.map((question) => renderField(question, messages, values, problems.get(question.id)))
  const submitLanguage = own.text ? html` lang="${lang}"` : ''
  return renderDocument({
    locale,
    title: `${survey.title} · ${survey.organization}`,
    body: html`<main${preview ? html` aria-label="${survey.title}"` : ''}>
<header${own}>${formHeader(survey, embed)}</header>
${problemList(survey, problems, locale)}
<form method="post"${own}><input type="hidden" name="response" value="${response}">${honeypot}
${fields}
<button type="${preview ? 'button' : 'submit'}"${submitLanguage}>${messages.submit}</button></form></main>`,
    embed,
    css: preview?.css,
  })
}

function formHeader({ organization, title, description }: PublicSurvey, embed: boolean): Html {
  const org = embed ? '' : html`<p class="org">${organization}</p>`
  const lead = description ? html`<p class="lead">${description}</p>` : ''
  return html`${org}
    <h1>${title}</h1>
    ${lead}`
}

/** Links to the questions with problems. */
function problemList(survey: PublicSurvey, problems: FormPageOptions['problems'], { messages, lang }: PageLocale) {
  const wrong = survey.questions.filter(({ id }) => problems.has(id))
  if (wrong.length === 0) return ''
  const own = languageAttributes(survey.language, lang)
  const links = wrong.map(({ id, text }) => {
    const attributes = html`href="#${fieldIdOf(id)}"${own}`
    return html`<li><a ${attributes}>${text}</a></li>`
  })
  return html`<div class="card check" role="alert" tabindex="-1" autofocus>
    <p>${messages.check}</p>
    <ul>
      ${links}
    </ul>
  </div>`
}

/** Hidden from people; bots fill it in. */
const honeypot = html`<div class="trap" aria-hidden="true">
  <label>Website <input name="website" tabindex="-1" autocomplete="off" /></label>
</div>`

const checkmark = html`<div class="tick">
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="2.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="M5 12.5l4.5 4.5L19 7.5" />
  </svg>
</div>`

type NoticePageOptions = {
  locale: PageLocale
  title: string
  text: string
  of?: Pick<PublicSurvey, 'title' | 'organization' | 'language'>
  done?: boolean
  embed?: boolean
  textIsOwn?: boolean
  css?: string
  action?: Html
}

/** A page with one notice: thank you, closed, not found. */
export function noticePage(options: NoticePageOptions): string {
  const { locale, title, text, of, done = false, embed = false, textIsOwn = false, css, action = '' } = options
  const mainLabel = css && of ? html` aria-label="${of.title}"` : ''
  const own = of && textIsOwn ? languageAttributes(of.language, locale.lang) : ''
  const org = of && !embed ? html`<p class="org">${of.organization}</p>` : ''
  return renderDocument({
    locale,
    title: of ? `${title} · ${of.title}` : title,
    body: html`<main${mainLabel}><div class="card note">${done ? checkmark : ''}<h1>${title}</h1>
<p class="lead"${own}>${text}</p>${action}${org}</div></main>`,
    embed,
    css,
  })
}
