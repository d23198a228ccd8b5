import './reference.css'
import { referenceEntries, type Entry, type OpenApi } from './document.ts'
import { element, methodBadge } from './dom.ts'
import { operationView, overview } from './operation-view.ts'

/* The API reference: a list of operations, and the one that the fragment of the address names. */

const nav = document.querySelector('#operations')!
const main = document.querySelector<HTMLElement>('#operation')!

function navigation(entries: readonly Entry[]): HTMLElement[] {
  const groups = Object.entries(Object.groupBy(entries, ({ tags }) => tags[0]!))
  const search = element('input', {
    type: 'search',
    placeholder: 'Find an operation',
    'aria-label': 'Find an operation',
  })
  const items: { item: HTMLElement; text: string }[] = []
  const sections = groups.map(([tag, found]) => {
    const list = element('ul')
    for (const { operationId, summary, method, path } of found!) {
      const item = element('li', {}, element('a', { href: `#${operationId}` }, methodBadge(method), summary))
      items.push({ item, text: `${summary} ${method} ${path} ${operationId}`.toLowerCase() })
      list.append(item)
    }
    return element('section', {}, element('h2', {}, tag), list)
  })
  search.addEventListener('input', () => {
    const words = search.value.toLowerCase().split(/\s+/)
    for (const { item, text } of items) item.hidden = !words.every((word) => text.includes(word))
    for (const section of sections) section.hidden = section.querySelector('li:not([hidden])') === null
  })
  return [element('a', { href: '#', class: 'home' }, 'Earshot API reference'), search, ...sections]
}

function show(api: OpenApi, entries: readonly Entry[]) {
  const id = decodeURIComponent(location.hash.slice(1))
  const entry = entries.find(({ operationId }) => operationId === id)
  main.replaceChildren(entry ? operationView(api, entry) : overview(api, entries))
  document.title = `${entry ? entry.summary : 'API reference'} · Earshot`
  for (const link of nav.querySelectorAll('a'))
    if (entry && link.getAttribute('href') === `#${id}`) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  main.scrollTop = 0
}

try {
  const response = await fetch('/api/v1/openapi')
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  const api = (await response.json()) as OpenApi
  const entries = referenceEntries(api)
  nav.replaceChildren(...navigation(entries))
  show(api, entries)
  addEventListener('hashchange', () => {
    show(api, entries)
    main.focus()
  })
} catch (error) {
  const reason = `The OpenAPI document could not be loaded: ${(error as Error).message}`
  main.replaceChildren(element('p', { role: 'alert' }, reason))
}
