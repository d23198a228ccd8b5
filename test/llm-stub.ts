import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openModelProvider, type ModelProvider, type ProviderOptions } from '#llm/provider.ts'
import { languageModelFetch } from '#serve/dependencies.ts'

/* A server that speaks the protocol of chat completions; what it answers is up to the test. */

export type StubRequest = {
  system: string
  /** The user's message, parsed. */
  data: any
  body: any
  headers: IncomingMessage['headers']
}
/** An HTTP error instead of an answer. */
export class StubFailure {
  readonly status: number
  readonly headers: Record<string, string>
  readonly message: string
  constructor(status: number, headers: Record<string, string> = {}, message = 'stub failure') {
    this.status = status
    this.headers = headers
    this.message = message
  }
}
/** A message that is no text, such as calls of tools. */
export class StubMessage {
  readonly message: object
  constructor(message: object) {
    this.message = message
  }
}
/** Parts of a stream without a count of tokens, and what comes after them. */
export class StubParts {
  readonly parts: readonly string[]
  readonly ending: 'ends' | 'stalls' | 'breaks off'
  constructor(parts: readonly string[], ending: 'ends' | 'stalls' | 'breaks off') {
    this.parts = parts
    this.ending = ending
  }
}
/** A string is sent verbatim, undefined means no response. */
export type Behaviour = (request: StubRequest) => unknown

const textOf = (content: string | { text: string }[]) => (typeof content === 'string' ? content : content[0]!.text)

export function createLlmStub() {
  const stub = {
    requests: [] as StubRequest[],
    /** Requests in work at a time, at most. */
    mostAtOnce: 0,
    behave: (() => ({ items: [] })) as Behaviour,
    provider: undefined as unknown as ModelProvider,
    baseUrl: '',
    /** False: every answer is sent whole, as by a server that does not stream. */
    streams: true,
    async start(options: Partial<ProviderOptions> = {}) {
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      stub.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
      stub.provider = openModelProvider({
        baseUrl: stub.baseUrl,
        model: 'stub',
        apiKey: null,
        fetch: languageModelFetch(),
        timeoutMs: 5000,
        ...options,
      })
      return stub.provider
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
    reset(behave: Behaviour = () => ({ items: [] })) {
      stub.requests.length = 0
      stub.mostAtOnce = 0
      stub.behave = behave
    },
  }
  let atOnce = 0
  const server = createServer((request, response) => {
    let text = ''
    stub.mostAtOnce = Math.max(stub.mostAtOnce, ++atOnce)
    response.on('close', () => void atOnce--)
    request.on('data', (part) => (text += part))
    request.on('end', () => void respond(request, response, text))
  })
  async function respond(request: IncomingMessage, response: ServerResponse, text: string) {
    const body = JSON.parse(text)
    const [system, user] = body.messages.map(({ content }: { content: string }) => textOf(content))
    const one = { system, data: JSON.parse(user), body, headers: request.headers }
    stub.requests.push(one)
    const answer = await stub.behave(one)
    if (answer === undefined) return
    response.setHeader('content-type', 'application/json')
    if (answer instanceof StubFailure) {
      response.writeHead(answer.status, answer.headers)
      return void response.end(JSON.stringify({ error: { message: answer.message, type: 'stub' } }))
    }
    if (answer instanceof StubParts) return sendStubParts(response, answer)
    const streams = stub.streams && body.stream === true
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
    const message = answer instanceof StubMessage ? answer.message : { role: 'assistant', content }
    if (streams) return void sendParts(response, message as { content?: string | null })
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'stub',
        choices: [{ index: 0, finish_reason: 'stop', message }],
        usage,
      }),
    )
  }
  return stub
}

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 }

const sendPart = (response: ServerResponse, part: object) =>
  response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', ...part })}\n\n`)
const deltaOf = (delta: object) => ({ choices: [{ index: 0, delta }] })

/** The answer in three parts, then the tokens. */
function sendParts(response: ServerResponse, { content, ...message }: { content?: string | null }) {
  response.setHeader('content-type', 'text/event-stream')
  const third = Math.ceil((content ?? '').length / 3)
  sendPart(response, deltaOf({ ...message, role: 'assistant' }))
  for (const n of [0, 1, 2]) {
    const text = (content ?? '').slice(n * third, (n + 1) * third)
    if (text !== '') sendPart(response, deltaOf({ content: text }))
  }
  sendPart(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
  sendPart(response, { choices: [], usage })
  response.end('data: [DONE]\n\n')
}

function sendStubParts(response: ServerResponse, { parts, ending }: StubParts) {
  response.setHeader('content-type', 'text/event-stream')
  for (const content of parts) sendPart(response, deltaOf({ content }))
  if (ending === 'ends') {
    sendPart(response, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    response.end('data: [DONE]\n\n')
  }
  if (ending === 'breaks off') setImmediate(() => response.destroy())
}

/** What a request is about. */
export const kindOf = ({ data }: StubRequest): 'findings' | 'groups' | 'story' | 'question' | 'selection' => {
  if (Array.isArray(data)) return 'members' in data[0] ? 'groups' : 'findings'
  if ('question' in data) return 'points' in data ? 'selection' : 'question'
  return 'story'
}
