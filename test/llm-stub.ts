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
    async start(options: Partial<ProviderOptions> = {}) {
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
      stub.provider = openModelProvider({
        baseUrl,
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
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'stub',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
        usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      }),
    )
  }
  return stub
}

/** What a request is about. */
export const kindOf = ({ data }: StubRequest): 'findings' | 'groups' | 'story' | 'question' => {
  if (Array.isArray(data)) return 'members' in data[0] ? 'groups' : 'findings'
  return 'question' in data ? 'question' : 'story'
}
