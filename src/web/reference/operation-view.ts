import { type Entry, type OpenApi, parametersOf } from './document.ts'
import { element, inline, methodBadge, paragraphElements } from './dom.ts'
import { requestForm } from './request-form.ts'
import { boundsOf, disclosure, schemaView, typeOf } from './schema-view.ts'

const heading = (text: string) => element('h2', {}, text)

export function operationView(api: OpenApi, entry: Entry): HTMLElement {
  const json = entry.requestBody?.content['application/json']?.schema
  const article = element(
    'article',
    {},
    element('h1', {}, entry.summary),
    element('p', {}, methodBadge(entry.method), element('code', { class: 'path' }, `/api/v1${entry.path}`)),
    entry.deprecated && element('p', {}, element('strong', {}, 'Deprecated')),
    ...(entry.description ? paragraphElements(entry.description) : []),
  )
  const parameters = parametersOf(api, entry)
  if (parameters.length > 0) article.append(heading('Parameters'), parameterList(api, entry))
  if (json) article.append(heading('Body'), schemaView(api, json))
  article.append(heading('Responses'))
  for (const [status, { description, content }] of Object.entries(entry.responses)) {
    const schema = content?.['application/json']?.schema
    const title = `${status} ${description}`
    const isSuccess = status.startsWith('2')
    article.append(schema ? disclosure(title, () => schemaView(api, schema, 1), isSuccess) : element('p', {}, title))
  }
  article.append(heading('Try it'), requestForm(api, entry))
  return article
}

const parameterList = (api: OpenApi, entry: Entry) =>
  element(
    'ul',
    { class: 'fields' },
    ...parametersOf(api, entry).map(({ name, in: where, required, schema = {}, description }) =>
      element(
        'li',
        {},
        element('code', {}, name),
        ' ',
        element('span', { class: 'type' }, [where, typeOf(api, schema), boundsOf(schema)].filter(Boolean).join(', ')),
        required && element('strong', {}, ' required'),
        description !== undefined && element('p', {}, ...inline(description)),
      ),
    ),
  )

export function overview({ info }: OpenApi, entries: readonly Entry[]): HTMLElement {
  return element(
    'article',
    {},
    element('h1', {}, info.title),
    element('p', {}, `Version ${info.version}. ${info.description}`),
    element(
      'p',
      {},
      'The document for tools: ',
      element('a', { href: '/api/v1/openapi' }, '/api/v1/openapi'),
      '. Guides: ',
      element('a', { href: '/docs' }, '/docs'),
      '.',
    ),
    heading('Before the first request'),
    ...basics.flatMap(paragraphElements),
    heading('Operations'),
    element(
      'ul',
      { class: 'overview' },
      ...entries.map(({ operationId, method, path, summary }) =>
        element(
          'li',
          {},
          element('a', { href: `#${operationId}` }, summary),
          ' ',
          element('code', {}, `${method} ${path}`),
        ),
      ),
    ),
  )
}

const basics = [
  'Create a key under Settings, API keys, and send it with every request: `Authorization: Bearer ear_…`.',
  'Lists return `data` and `pagination`; pass `pagination.next_cursor` as `cursor` to read the next page.',
  'Errors have `error.code`, `error.message` and, for bad input, `error.details` with the path of each field.',
  'A write can be repeated safely with the same `Idempotency-Key`, and tried out with `?dry_run=true`.',
]
