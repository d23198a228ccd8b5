import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Log } from '#domain/context.ts'
import { busyMessage, type InFlight } from './in-flight.ts'
import { type Refusal, refusalAfter } from './refusal-delay.ts'
import { requestIdOf } from './request-id.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

const body = Buffer.from(JSON.stringify({ error: { code: 'SERVICE_UNAVAILABLE', message: busyMessage } }))
const logIntervalMs = 10_000

/** Refuses requests before the router, the authentication and the database: that is what makes refusing cheap. */
export function refuseEarly(server: Server, inFlight: InFlight, log: Log): { stop(): void } {
  const [handle] = server.listeners('request') as [Handle]
  const lastRefusals = new WeakMap<object, Refusal>()
  let refused = 0
  server.removeListener('request', handle)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!inFlight.refuses(request)) return handle(request, response)
    refused++
    const refusal = refusalAfter(lastRefusals.get(request.socket), performance.now())
    lastRefusals.set(request.socket, refusal)
    if (refusal.delayMs === 0) refuse(request, response, refusal)
    else setTimeout(refuse, refusal.delayMs, request, response, refusal)
  })
  const timer = setInterval(() => {
    if (refused > 0) log.warn({ refused }, 'overloaded, requests were refused')
    refused = 0
  }, logIntervalMs).unref()
  return { stop: () => clearInterval(timer) }
}

function refuse(request: IncomingMessage, response: ServerResponse, { retryAfterSeconds }: Refusal) {
  response
    .writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'retry-after': String(retryAfterSeconds),
      'x-request-id': requestIdOf(request),
    })
    .end(body)
}
