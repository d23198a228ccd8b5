import { readFileSync, readlinkSync } from 'node:fs'
import { type AddressInfo, connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Clients that connect faster than they are accepted do not keep the server from stopping. */
const maxTurns = 10_000
/** In each of them the queue is seen once; only one that another connection got into meanwhile needs another. */
const maxAttempts = 50
/** Processes that share a port get some of them; this many leave none without one. */
const fillersPerAttempt = 4

/** States of /proc/net/tcp. */
const listening = '0A'
const unfinished = new Set(['01', '03', '08'])

/** What Node does not declare of a listening socket. */
type Handle = { fd?: number; listen?(backlog: number): number }
type Listener = { handle: Required<Handle>; address: AddressInfo; inode: string }

/**
 * Closes a listening socket without resetting a connection. The system completes connections by itself and resets
 * those that wait when the socket is closed, so the queue is emptied, then made as short as possible and filled with
 * connections of our own: what comes later is refused. Only Linux shows the queue; elsewhere it is emptied and closed.
 */
export async function closeListener(server: NetServer, accepted: () => number): Promise<void> {
  // Unlike that of an HTTP server, this close leaves the open connections alone.
  const close = () => void NetServer.prototype.close.call(server)
  await acceptWaiting(accepted)
  const listener = findListener(server)
  if (!listener || listener.handle.listen(0) !== 0) return close()
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const fillers = Array.from({ length: fillersPerAttempt }, () => connectTo(listener.address))
    // The driver connects after this turn of JavaScript, and the event loop, which accepts, must not run before.
    await new Promise((resolve) => process.nextTick(resolve))
    const isFilled = holdsOnly(fillers, listener)
    if (isFilled) close()
    for (const filler of fillers) filler.destroy()
    if (isFilled) return
    await acceptWaiting(accepted)
  }
  close()
}

/** The event loop accepts one connection in each turn. */
async function acceptWaiting(accepted: () => number) {
  for (let turn = 0, idleTurns = 0; idleTurns < 3 && turn < maxTurns; turn++) {
    const before = accepted()
    await setImmediate()
    idleTurns = accepted() === before ? idleTurns + 1 : 0
  }
}

function findListener(server: NetServer): Listener | undefined {
  const { _handle: handle } = server as unknown as { _handle: Handle | null }
  if (process.platform !== 'linux' || !handle?.listen || handle.fd === undefined) return undefined
  const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/self/fd/${handle.fd}`))?.[1]
  const listener = { handle: handle as Required<Handle>, address: server.address() as AddressInfo, inode: inode ?? '' }
  return inode !== undefined && rowsOf(listener) ? listener : undefined
}

const everyAddress: Record<string, string> = { '::': '::1', '0.0.0.0': '127.0.0.1' }

function connectTo({ address, port }: AddressInfo): Socket {
  const socket = connect({ host: everyAddress[address] ?? address, port })
  socket.on('error', () => {})
  return socket
}

/** Whether at least one connection waits, and none of a client. */
function holdsOnly(fillers: Socket[], listener: Listener): boolean {
  const own = new Set(fillers.map(({ localPort }) => localPort))
  const rows = rowsOf(listener) ?? []
  const isFull = rows.some(
    ({ state, inode, waiting }) => state === listening && inode === listener.inode && waiting > 0,
  )
  // A connection belongs to no open file until it is accepted.
  return isFull && !rows.some(({ state, inode, remote }) => unfinished.has(state) && inode === '0' && !own.has(remote))
}

/** The sockets of the port; undefined where the system does not show them. */
function rowsOf({ address: { port } }: Pick<Listener, 'address'>) {
  try {
    const lines = ['/proc/self/net/tcp', '/proc/self/net/tcp6'].flatMap((file) => readLines(file))
    return lines.filter(({ local }) => local === port)
  } catch {
    return undefined
  }
}

function readLines(file: string) {
  const [, ...lines] = readFileSync(file, 'latin1').trimEnd().split('\n')
  return lines.map((line) => {
    const [, local = '', remote = '', state = '', queues = '', , , , , inode = ''] = line.trim().split(/\s+/)
    return { local: portOf(local), remote: portOf(remote), state, inode, waiting: hex(queues.split(':')[1]) }
  })
}

const hex = (digits = '') => Number.parseInt(digits, 16)
const portOf = (address: string) => hex(address.split(':')[1])
