import { Agent, type IncomingHttpHeaders, request as open } from 'node:http'
import type { Request } from './requests.ts'

export type ServerResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/** Sends requests unchanged over keep-alive connections. */
export function sender(baseUrl: string, connections: number) {
  const { hostname, port } = new URL(baseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = ({ method, path, headers, body }: Request) =>
    new Promise<ServerResponse>((resolve, reject) => {
      const length = body || method !== 'GET' ? [['content-length', String(body?.length ?? 0)]] : []
      const fields = [...headers, ['host', `${hostname}:${port}`], ...length].flat() as unknown as IncomingHttpHeaders
      const outgoing = open({ agent, hostname, port, method, path, headers: fields, timeout: 20_000 }, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode!,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          })
        })
        incoming.on('error', reject)
      })
      outgoing.on('timeout', () => outgoing.destroy(new Error('no response within 20 seconds')))
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  return { send, close: () => agent.destroy() }
}
export type Send = ReturnType<typeof sender>['send']
