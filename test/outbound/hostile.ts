import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Outbound, OutboundRequest } from '#outbound/client.ts'
import { standardLimits, type ResponseLimits } from '#outbound/client.ts'
import { type Answering, listen } from './listener.ts'

/* Servers that do what a receiver must not be able to do. `private` is an address that is not allowed. */

export type Attack = { name: string; answer(privateUrl: string): Answering; isCut?: boolean }

const json = { 'content-type': 'application/json' }
const moved =
  (location: string): Answering =>
  (_, response) =>
    void response.writeHead(302, { location }).end()

/** Writes until the other side is gone. */
function pour(response: ServerResponse) {
  const part = Buffer.alloc(64 * 1024, ' ')
  const more = () => {
    while (!response.destroyed && response.write(part)) continue
  }
  response.on('drain', more)
  more()
}

function drip(response: ServerResponse) {
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))

export const attacks: Attack[] = [
  { name: 'a redirect to a private address', answer: (privateUrl) => moved(privateUrl) },
  { name: 'a redirect to another scheme', answer: () => moved('file:///etc/passwd') },
  { name: 'a redirect to itself', answer: () => moved('/again') },
  { name: 'a redirect with credentials', answer: () => moved('http://user:secret@127.0.0.1/') },
  {
    name: 'a gzip bomb',
    answer: () => (_, response) => void response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
    isCut: true,
  },
  { name: 'headers that never come', answer: () => () => {} },
  { name: 'a body that drips', answer: () => (_, response) => drip(response.writeHead(200, json)) },
  { name: 'an endless body', answer: () => (_, response) => pour(response.writeHead(200, json)), isCut: true },
  {
    name: 'an endless body of unknown encoding',
    answer: () => (_, response) => pour(response.writeHead(200, { ...json, 'content-encoding': 'zstd' })),
  },
]

export const listenWith = (attack: Attack, privateUrl: string) => listen(attack.answer(privateUrl))

/** The client with a short time limit, and the limits that the caller asked for. */
export function impatient(outbound: Outbound, ms = 250) {
  const asked: ResponseLimits[] = []
  const hurry = <T extends OutboundRequest>(request: T): T => {
    asked.push({ ...standardLimits, ...request.limits })
    return { ...request, limits: { ...request.limits, ms } }
  }
  const client: Outbound = {
    get: (request) => outbound.get(hurry(request)),
    post: (request) => outbound.post(hurry(request)),
    postForStream: (request) => outbound.postForStream(hurry(request)),
    session: (target, work) => outbound.session({ ...target, ms }, work),
  }
  return { client, asked }
}
