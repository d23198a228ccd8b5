import type { OpenSurvey } from '#domain/sources/surveys/public.ts'
import { anchorOf, fieldFor, type Filled } from './fields.ts'
import { Html, html } from './html.ts'
import { style } from './style.ts'
import { directionOf, type Words } from './words.ts'

export type Speech = { lang: string; words: Words }

const shell = ({ lang }: Speech, title: string, body: Html, embed: boolean, css = style): string =>
  html`<!doctype html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title}</title><style>${new Html(css)}</style></head><body${embed ? html` class="embed"` : ''}>${body}</body></html>`
    .text

/** What the survey’s author wrote is in the survey’s language, whatever the page speaks. */
const inOwnLanguage = (language: string | null, lang: string): Html =>
  language && language.split('-')[0] !== lang ? html` lang="${language}" dir="${directionOf(language)}"` : html``

export type Sheet = {
  survey: OpenSurvey
  speech: Speech
  filled: Filled
  problems: ReadonlyMap<string, string>
  response: string
  embed: boolean
  /** Looked at by its author: nothing can be sent. */ preview?: { css: string }
}

/** The questions, as a plain form. */
export function formPage({ survey, speech, filled, problems, response, embed, preview }: Sheet): string {
  const { words, lang } = speech
  const own = inOwnLanguage(survey.language, lang)
  const wrong = survey.questions.filter(({ id }) => problems.has(id))
  return shell(
    speech,
    `${survey.title} · ${survey.organization}`,
    html`<main${preview ? html` aria-label="${survey.title}"` : ''}>
<header${own}>${embed ? '' : html`<p class="org">${survey.organization}</p>`}<h1>${survey.title}</h1>${survey.description ? html`<p class="lead">${survey.description}</p>` : ''}</header>
${
  wrong.length
    ? html`<div class="card check" role="alert" tabindex="-1" autofocus>
        <p>${words.check}</p>
        <ul>
          ${wrong.map(({ id, text }) => html`<li><a href="#${anchorOf(id)}" ${own}>${text}</a></li>`)}
        </ul>
      </div>`
    : ''
}
<form method="post"${own}><input type="hidden" name="response" value="${response}"><div class="trap" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></div>
${survey.questions.map((question) => fieldFor(question, words, filled, problems.get(question.id)))}
<button type="${preview ? 'button' : 'submit'}"${own.text ? html` lang="${lang}"` : ''}>${words.submit}</button></form></main>`,
    embed,
    preview?.css,
  )
}

const tick = html`<div class="tick">
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

type Note = {
  speech: Speech
  title: string
  text: string
  of?: Pick<OpenSurvey, 'title' | 'organization' | 'language'>
  done?: boolean
  embed?: boolean
  textIsOwn?: boolean
  css?: string
}

/** A page that says one thing: thanks, closed, not here. */
export const notePage = ({
  speech,
  title,
  text,
  of,
  done = false,
  embed = false,
  textIsOwn = false,
  css,
}: Note): string =>
  shell(
    speech,
    of ? `${title} · ${of.title}` : title,
    html`<main${css && of ? html` aria-label="${of.title}"` : ''}><div class="card note">${done ? tick : ''}<h1>${title}</h1><p class="lead"${of && textIsOwn ? inOwnLanguage(of.language, speech.lang) : ''}>${text}</p>${of && !embed ? html`<p class="org">${of.organization}</p>` : ''}</div></main>`,
    embed,
    css,
  )
