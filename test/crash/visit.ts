import { connect } from 'node:net'

export type VisitOutcome = 'answered' | 'refused' | 'cut off'
type VisitOptions = { delayMs?: number; onConnect?: () => void }
const request = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'

/** One new connection with one request; a refused connection is fine, any other end without an answer is not. */
export const visit = (port: number, host: string, { delayMs = 0, onConnect = () => {} }: VisitOptions = {}) =>
  new Promise<VisitOutcome>((resolve) => {
    let text = ''
    let isConnected = false
    const socket = connect(port, host, () => {
      isConnected = true
      onConnect()
      setTimeout(() => socket.write(request), delayMs)
    })
    socket.on('data', (chunk) => (text += chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (text.startsWith('HTTP/1.1 200')) resolve('answered')
      else resolve(isConnected ? 'cut off' : 'refused')
    })
  })

/** A machine may lack IPv6. */
export async function reachableHosts(port: number) {
  const hosts = []
  for (const host of ['127.0.0.1', '::1']) if ((await visit(port, host)) === 'answered') hosts.push(host)
  return hosts
}

/** Clients that open a connection for each request, until the first that is not answered. */
export function startVisitors(port: number, hosts: string[]) {
  const counts = { answered: 0, refused: 0, 'cut off': 0 }
  const visitor = async (host: string, delayMs: number) => {
    for (let last: VisitOutcome = 'answered'; last === 'answered';) {
      last = await visit(port, host, { delayMs })
      counts[last]++
    }
  }
  const ended = Promise.all(hosts.flatMap((host) => [0, 0, 0, 0, 5, 50, 300].map((delayMs) => visitor(host, delayMs))))
  return { counts, ended }
}
