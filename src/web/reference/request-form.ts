import { type Entry, type OpenApi, type Parameter, parametersOf } from './document.ts'
import { element } from './dom.ts'

/** Kept while the page is open, never stored. */
let apiKey = ''

type Request = { url: string; method: string; headers: Record<string, string>; body: string | undefined }

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const curlOf = ({ url, method, headers, body }: Request): string =>
  [
    `curl -X ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
  ].join(' \\\n  ')

type Filled = { values: ReadonlyMap<Parameter, string>; body: string | undefined; key: string }

/** Empty parameters are left out, except those of the path, which show their name. */
function requestOf(server: string, { path, method }: Entry, { values, body, key }: Filled): Request {
  let url = server + path
  const query = new URLSearchParams()
  const headers: Record<string, string> = { Authorization: `Bearer ${key || '<key>'}` }
  for (const [parameter, value] of values) {
    if (parameter.in === 'path' && value !== '') url = url.replace(`{${parameter.name}}`, encodeURIComponent(value))
    else if (parameter.in === 'query' && value !== '') query.set(parameter.name, value)
    else if (parameter.in === 'header' && value !== '') headers[parameter.name] = value
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  return { url: query.size > 0 ? `${url}?${query}` : url, method, headers, body }
}

type Fields = {
  inputs: ReadonlyMap<Parameter, HTMLInputElement>
  key: HTMLInputElement
  body: HTMLTextAreaElement | undefined
}

function fieldsOf(api: OpenApi, entry: Entry): Fields {
  const inputs = new Map<Parameter, HTMLInputElement>()
  for (const parameter of parametersOf(api, entry)) inputs.set(parameter, element('input', { autocomplete: 'off' }))
  const key = element('input', { type: 'password', autocomplete: 'off', placeholder: 'API key' })
  key.value = apiKey
  const body = entry.requestBody && element('textarea', { rows: '10', spellcheck: 'false' })
  const example = entry.requestBody?.content['application/json']?.example
  if (body && example !== undefined) body.value = JSON.stringify(example, null, 2)
  return { inputs, key, body }
}

const requestIn = (entry: Entry, { inputs, key, body }: Fields): Request =>
  requestOf(`${location.origin}/api/v1`, entry, {
    values: new Map([...inputs].map(([parameter, input]) => [parameter, input.value])),
    body: body?.value,
    key: key.value,
  })

export function requestForm(api: OpenApi, entry: Entry): HTMLElement {
  const fields = fieldsOf(api, entry)
  const curl = element('pre', { tabindex: '0' })
  const answer = element('pre', { tabindex: '0', 'aria-live': 'polite' })
  const form = element(
    'form',
    {},
    label('API key', fields.key),
    ...[...fields.inputs].map(([{ name, required }, input]) => label(required ? `${name} (required)` : name, input)),
    fields.body && label('Body', fields.body),
    element('h3', {}, 'Command'),
    curl,
    element('button', { type: 'submit' }, `Send ${entry.method}`),
    answer,
  )
  const show = () => {
    apiKey = fields.key.value
    // The key is not shown: the command may be copied into a chat or a ticket.
    const request = requestIn(entry, fields)
    curl.textContent = curlOf({ ...request, headers: { ...request.headers, Authorization: 'Bearer <key>' } })
  }
  form.addEventListener('input', show)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    answer.textContent = 'Sending …'
    void send(requestIn(entry, fields)).then((text) => (answer.textContent = text))
  })
  show()
  return form
}

const label = (text: string, input: HTMLElement) => element('label', {}, element('span', {}, text), input)

async function send({ url, method, headers, body }: Request): Promise<string> {
  try {
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    return `${response.status} ${response.statusText}\n\n${indented(text)}`
  } catch (error) {
    return `The request failed: ${(error as Error).message}`
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
