import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export type Heard = { method: string; url: string; headers: IncomingMessage['headers']; body: unknown }
/** `hangup`: closes the connection without a response. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; text?: string } | 'hangup'
export type Script = Reply[] | ((heard: Heard, index: number) => Reply)

/** A server that records requests and replies from a script, in order or by request. */
export async function openBackend(t: TestContext, script: Script) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const one = {
      method: request.method!,
      url: request.url!,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    heard.push(one)
    const index = heard.length - 1
    const reply = typeof script === 'function' ? script(one, index) : script[index]
    if (reply === undefined)
      throw new Error(`the script has no answer to request ${index + 1}, ${one.method} ${one.url}`)
    if (reply === 'hangup') return void request.socket.destroy()
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.text ?? JSON.stringify(reply.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => void (server.closeAllConnections(), server.close()))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}

export const refusal = (
  status: number,
  code: string,
  more: { headers?: Record<string, string>; error?: object } = {},
): Reply => ({
  status,
  headers: more.headers ?? {},
  body: { error: { code, message: `it is ${code}`, ...more.error } },
})
