import { widgetTexts as texts } from 'virtual:widgetTexts'
import { css } from './css.ts'

/*
 * The feedback widget, which other websites load as widget.js. No cookies, no storage, no markup from strings, so that
 * strict policies of the page are kept.
 */

type WidgetTexts = (typeof texts)[string]
type Form = { heading: string | null; ask_email: boolean; token: string }
type Widget = { key: string; server: string; preview: string | null; t: WidgetTexts; root: ShadowRoot; opener: Element }

export function start(script: HTMLScriptElement) {
  const { key = '', preview = null } = script.dataset
  const host = document.createElement('earshot-feedback')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const [lang, t] = textsFor([document.documentElement.lang, ...navigator.languages])
  host.lang = lang
  const opener = node('button', { type: 'button', className: 'open', textContent: t.open })
  const widget = { key, server: new URL(script.src).origin, preview, t, root, opener }
  opener.setAttribute('aria-expanded', 'false')
  opener.addEventListener('click', () => void toggle(widget))
  root.append(opener)
  document.body.append(host)
  if (preview !== null) void toggle(widget)
}

function textsFor(languages: readonly string[]): [string, WidgetTexts] {
  const known = languages.map((one) => one.slice(0, 2).toLowerCase()).find((one) => Object.hasOwn(texts, one))
  const lang = known ?? 'en'
  return [lang, texts[lang]!]
}

function node<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

function close({ root, opener }: Widget) {
  root.querySelector('.panel')?.remove()
  opener.setAttribute('aria-expanded', 'false')
  ;(opener as HTMLElement).focus()
}

async function toggle(widget: Widget) {
  const { root, opener, t, preview } = widget
  if (root.querySelector('.panel')) return close(widget)
  opener.setAttribute('aria-expanded', 'true')
  const panel = node('div', { className: 'panel', role: 'dialog', ariaLabel: t.open })
  panel.addEventListener('keydown', (event) => event.key === 'Escape' && close(widget))
  root.append(panel)
  try {
    const form = preview === null ? await loadForm(widget) : (JSON.parse(preview) as Form)
    panel.append(...formFields(widget, form, panel))
    if (preview === null) panel.querySelector('textarea')!.focus()
  } catch {
    panel.append(node('p', { role: 'alert', textContent: t.failed }))
  }
}

async function loadForm({ server, key }: Widget): Promise<Form> {
  const reply = await fetch(`${server}/w/${key}/form`, { credentials: 'omit' })
  if (!reply.ok) throw new Error(`feedback widget: ${reply.status}`)
  return (await reply.json()) as Form
}

function formFields(widget: Widget, { heading, ask_email, token }: Form, panel: HTMLElement): Node[] {
  const { t } = widget
  const content = node('textarea', { name: 'content', required: true, maxLength: 5000, rows: 5 })
  const email = node('input', { name: 'email', type: 'email', maxLength: 254, autocomplete: 'email' })
  const website = node('input', { name: 'website', tabIndex: -1, autocomplete: 'off' })
  const status = node('p', { role: 'status' })
  const submit = node('button', { textContent: t.send })
  const form = node('form', {}, node('label', {}, t.message, content))
  if (ask_email) form.append(node('label', {}, t.email, email))
  form.append(node('label', { className: 'trap', ariaHidden: 'true' }, 'Website', website), status, submit)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    submit.disabled = true
    const url = `${location.origin}${location.pathname}`
    const body = { content: content.value, url, token, website: website.value, email: email.value || undefined }
    const problem = widget.preview === null ? await sendForm(widget, body) : null
    submit.disabled = false
    if (problem) return void (status.textContent = problem)
    const thanks = node('p', { role: 'status', tabIndex: -1, textContent: t.thanks })
    form.replaceWith(thanks)
    thanks.focus()
  })
  const closer = node('button', { type: 'button', className: 'close', ariaLabel: t.close, textContent: '×' })
  closer.addEventListener('click', () => close(widget))
  panel.ariaLabel = heading ?? t.heading
  return [node('div', { className: 'top' }, node('h2', { textContent: heading ?? t.heading }), closer), form]
}

async function sendForm({ server, key, t }: Widget, body: object): Promise<string | null> {
  try {
    const reply = await fetch(`${server}/w/${key}/feedback`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (reply.ok) return null
    if (reply.status === 429) return t.busy
    return reply.status === 400 ? t.invalid : t.failed
  } catch {
    return t.failed
  }
}
