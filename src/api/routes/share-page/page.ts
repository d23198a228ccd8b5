import type { SharedPage, PageReader } from '#domain/overview/share-links/shared-page.ts'
import { Html, html } from '#api/routes/survey-page/html.ts'
import { sharedStyle } from './style.ts'

/** Exactly the text whose hash the content security policy allows. */
const styleElement = new Html(`<style>${sharedStyle}</style>`)

const renderDocument = ({ language }: PageReader, title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text

type Shown = { page: SharedPage; organization: string; day: string; reader: PageReader }

export function sharedPageHtml({ page, organization, day, reader }: Shown): string {
  const { texts } = reader
  const wide = page.columns.length > 0 ? html` class="wide"` : ''
  return renderDocument(
    reader,
    `${page.title} · ${organization}`,
    html`<main${wide}><header>
<p class="org">${texts.sharedBy.replace('{organization}', organization)}</p>
${page.kind ? html`<p class="kind">${page.kind}</p>` : ''}<h1>${page.title}</h1>
<p class="lead">${page.summary}</p></header>
${numbers(page, reader)}${bars(page)}${page.columns.length > 0 ? columns(page, reader) : ''}${quotes(page, reader)}
${page.sections.map(section)}
<p class="foot">${texts.asOf.replace('{day}', day)}</p></main>`,
  )
}

function numbers({ numbers: facts, notes }: SharedPage, { texts }: PageReader): Html {
  if (facts.length === 0) return html``
  const items = facts.map(
    ({ label, value }) =>
      html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`,
  )
  const how = notes.length > 0 ? html`<p class="how">${texts.how}: ${notes.join(' ')}</p>` : ''
  return html`<dl class="facts">${items}</dl>
    ${how}`
}

/** A bar of three parts; its numbers are its name. */
function bars({ bars: { title, rows } }: SharedPage): Html {
  const shown = rows.filter(({ sentiments }) => total(sentiments) > 0)
  if (title === '' || shown.length === 0) return html``
  const items = shown.map(({ label, count, sentiments }) => {
    const { positive, neutral, negative } = sentiments
    const all = total(sentiments)
    const part = (kind: string, from: number, count_: number) =>
      html`<rect class="${kind}" x="${(100 * from) / all}" width="${(100 * count_) / all}" height="8" />`
    const parts = html`${part('pos', 0, positive)}${part('neu', positive, neutral)}${part(
      'neg',
      positive + neutral,
      negative,
    )}`
    const attributes = html`viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"`
    return html`<li><span>${label}</span><span>${count}</span><svg ${attributes}>${parts}</svg></li>`
  })
  return html`<h2>${title}</h2>
    <ul class="bars">
      ${items}
    </ul>`
}

const total = ({ positive, neutral, negative }: SharedPage['bars']['rows'][number]['sentiments']) =>
  positive + neutral + negative

const columns = ({ columns: all }: SharedPage, { texts }: PageReader): Html =>
  html`<div class="columns">
    ${all.map(
      ({ title, cards }) =>
        html`<section>
          <h2>${title}</h2>
          ${cards.length === 0 ? html`<p class="none">${texts.nothing}</p>` : cards.map(card)}
        </section>`,
    )}
  </div>`

const card = ({ title, text, note }: SharedPage['columns'][number]['cards'][number]): Html =>
  html`<article class="card">
    <h3>${title}</h3>
    ${text === null ? '' : html`<p>${text}</p>`}
    <p class="note">${note}</p>
  </article>`

function quotes({ quotes: said }: SharedPage, { texts }: PageReader): Html {
  if (said.length === 0) return html``
  const items = said.map(
    ({ text, by }) =>
      html`<blockquote>
        <p>${text}</p>
        <footer>${by}</footer>
      </blockquote>`,
  )
  return html`<h2>${texts.quotes}</h2>
    ${items}`
}

const section = ({ title, items }: SharedPage['sections'][number]): Html =>
  html`<h2>${title}</h2>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>`

/** Asks for the password; says nothing of what is behind it. */
export const passwordPage = (reader: PageReader, isWrong: boolean): string => {
  const { texts } = reader
  const described = isWrong ? html` aria-describedby="wrong" aria-invalid="true"` : html``
  const attributes = html`type="password" id="password" name="password" required autocomplete="off"${described}`
  return renderDocument(
    reader,
    texts.password,
    html`<main>
      <form class="card ask" method="post">
        <h1>${texts.password}</h1>
        <p class="lead">${texts.passwordText}</p>
        <label for="password">${texts.passwordLabel}</label>
        <input ${attributes} />
        ${isWrong ? html`<p class="bad" id="wrong" role="alert">${texts.wrong}</p>` : ''}
        <button type="submit">${texts.open}</button>
      </form>
    </main>`,
  )
}

export const noticeHtml = (reader: PageReader, title: string, text: string): string =>
  renderDocument(
    reader,
    title,
    html`<main>
      <div class="card ask">
        <h1>${title}</h1>
        <p class="lead">${text}</p>
      </div>
    </main>`,
  )
