import { Agent, type IncomingHttpHeaders, request as open } from 'node:http'

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string }
/** refused: nothing was sent. lost: the request may have been executed. */
export type Outcome = { kind: 'answered'; reply: Reply } | { kind: 'refused' } | { kind: 'lost'; error: string }
export type OutgoingRequest = {
  method: string
  path: string
  body?: object | undefined
  idempotencyKey?: string | undefined
}

const timeoutMs = 20_000

/** An HTTP client with its own keep-alive connections. */
export function httpClient(key: string) {
  const agent = new Agent({ keepAlive: true })
  const send = (port: number, { method, path, body, idempotencyKey }: OutgoingRequest) =>
    new Promise<Outcome>((resolve) => {
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
        }),
      }
      const outgoing = open(
        { agent, host: '127.0.0.1', port, method, path, headers, timeout: timeoutMs },
        (incoming) => {
          let text = ''
          incoming.setEncoding('utf8')
          incoming.on('data', (chunk: string) => (text += chunk))
          incoming.on('end', () =>
            resolve({ kind: 'answered', reply: { status: incoming.statusCode!, headers: incoming.headers, text } }),
          )
          incoming.on('error', (error) => resolve({ kind: 'lost', error: String(error) }))
        },
      )
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no response within ${timeoutMs} ms`)))
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code === 'ECONNREFUSED' ? { kind: 'refused' } : { kind: 'lost', error: String(error) })
      })
      outgoing.end(payload)
    })
  return { send, close: () => agent.destroy() }
}
export type HttpClient = ReturnType<typeof httpClient>

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
