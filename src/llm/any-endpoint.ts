/* Endpoints that do not stream, or do not count the tokens of a stream, are asked in the way that they know. */

type Fetch = typeof globalThis.fetch
type Body = { stream?: boolean; stream_options?: object }
type ChatCompletion = {
  choices?: { finish_reason?: string | null; message?: { content?: string | null; reasoning_content?: string } }[]
}

/** From what is asked first to what every endpoint knows. */
const ways: ((body: Body) => Body)[] = [
  (body) => body,
  ({ stream_options: _, ...body }) => body,
  ({ stream_options: _, stream: __, ...body }) => body,
]
const refusals = new Set([400, 404, 415, 422, 501])

/** Streams whatever the endpoint answers; what it refuses is not asked for again. */
export function forAnyEndpoint(post: Fetch): Fetch {
  let way = 0
  const send: Fetch = async (url, init) => {
    const sent = JSON.stringify(ways[way]!(JSON.parse(String(init?.body)) as Body))
    const response = await post(url, { ...init, body: sent })
    if (!response.ok) {
      const text = await response.text()
      const isRefusal = refusals.has(response.status) && /\bstream/i.test(text)
      if (!isRefusal || way === ways.length - 1)
        return new Response(text, { status: response.status, headers: response.headers })
      way++
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
