/* Endpoints that do not know a part of a request are asked without it, or in the words that they know. */

type Fetch = typeof globalThis.fetch
type Body = {
  stream?: boolean
  stream_options?: object
  temperature?: number
  max_tokens?: number
  max_completion_tokens?: number
}
type ChatCompletion = {
  choices?: { finish_reason?: string | null; message?: { content?: string | null; reasoning_content?: string } }[]
}

/** `names`: what an endpoint speaks of that refuses it. In this order. */
type Change = { names: RegExp; apply(body: Body): Body }
const changes: readonly Change[] = [
  {
    names: /max_completion_tokens/i,
    apply: ({ max_tokens, ...body }) => ({
      ...body,
      ...(max_tokens !== undefined && { max_completion_tokens: max_tokens }),
    }),
  },
  { names: /\btemperature\b/i, apply: ({ temperature: _, ...body }) => body },
  { names: /\bstream/i, apply: ({ stream_options: _, ...body }) => body },
  { names: /\bstream/i, apply: ({ stream: _, ...body }) => body },
]
const refusals = new Set([400, 404, 415, 422, 501])

/** Streams whatever the endpoint answers; what it refuses is not asked for again. */
export function forAnyEndpoint(post: Fetch): Fetch {
  const applied = new Set<Change>()
  const send: Fetch = async (url, init) => {
    const asked = JSON.parse(String(init?.body)) as Body
    // Of this request: another one may have found out more by the time that it is answered.
    const used = changes.filter((one) => applied.has(one))
    const body = used.reduce((sent, one) => one.apply(sent), asked)
    const response = await post(url, { ...init, body: JSON.stringify(body) })
    if (!response.ok) {
      const text = await response.text()
      const change = refusals.has(response.status) && changes.find((one) => !used.includes(one) && one.names.test(text))
      if (!change) return new Response(text, { status: response.status, headers: response.headers })
      applied.add(change)
      return send(url, init)
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    return isStream ? response : asStream(await response.text())
  }
  return send
}

/** A whole answer as a stream of one part. */
function asStream(text: string): Response {
  const parts = [partOf(text), '[DONE]'].map((part) => `data: ${part}\n\n`)
  return new Response(parts.join(''), { headers: { 'content-type': 'text/event-stream' } })
}

function partOf(text: string): string {
  const { choices, ...others } = JSON.parse(text) as ChatCompletion
  const [choice] = choices ?? []
  if (!choice) return text.replaceAll('\n', ' ')
  const { content, reasoning_content } = choice.message ?? {}
  const delta = { role: 'assistant', content, ...(reasoning_content && { reasoning_content }) }
  return JSON.stringify({ ...others, choices: [{ index: 0, delta, finish_reason: choice.finish_reason ?? 'stop' }] })
}
