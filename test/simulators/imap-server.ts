import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import type { SimulatorListener } from './simulator.ts'
import { parseParts, partAt, structureOf } from './mime-structure.ts'

/* An IMAP server (RFC 9051) with the commands that reading needs, for checks. */

export type SimulatedMessage = { uid: number; raw: string; receivedAt: number }
export type SimulatedMailbox = {
  user: string
  password: string
  folders: readonly string[]
  validity(): number
  messages(folder: string): readonly SimulatedMessage[]
  /** Asked when a client logs in: a text is sent in place of the answer, `drop` closes the connection. */
  fault?(): string | undefined
  /** Every command, for tests. */
  seen?: string[]
  tls?: { key: string; cert: string }
}

type State = { folder: string | undefined; isKnown: boolean }
type Answer = { untagged?: readonly string[]; result: string; ends?: boolean }

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')
const internalDate = (time: number) => {
  const date = new Date(time)
  const clock = [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(two).join(':')
  return `${two(date.getUTCDate())}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()} ${clock} +0000`
}
const unquote = (text: string) => text.replace(/^"(.*)"$/, '$1').replace(/\\(["\\])/g, '$1')
const words = (text: string) => (text.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []).map(unquote)

export async function startImapServer(mailbox: SimulatedMailbox): Promise<SimulatorListener> {
  const sockets = new Set<Socket>()
  const onSocket = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    serve(socket, mailbox)
  }
  const server = mailbox.tls ? createSecureServer(mailbox.tls, onSocket) : createServer(onSocket)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${mailbox.tls ? 'imaps' : 'imap'}://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function serve(socket: Socket, mailbox: SimulatedMailbox) {
  const state: State = { folder: undefined, isKnown: false }
  let rest = ''
  socket.setEncoding('latin1')
  socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
  socket.on('data', (text: string) => {
    rest += text
    for (let at = rest.indexOf('\r\n'); at >= 0; at = rest.indexOf('\r\n')) {
      const line = rest.slice(0, at)
      rest = rest.slice(at + 2)
      const [tag = '*', name = '', argument = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line)?.slice(1) ?? []
      mailbox.seen?.push(`${name} ${argument}`.trim())
      const answer = answerTo(name.toUpperCase(), argument, state, mailbox)
      if (answer === 'drop') return socket.destroy()
      const lines = [...(answer.untagged ?? []).map((one) => `* ${one}`), `${tag} ${answer.result}`]
      socket.write(`${lines.join('\r\n')}\r\n`, 'latin1')
      if (answer.ends) return socket.end()
    }
  })
}

function answerTo(name: string, argument: string, state: State, mailbox: SimulatedMailbox): Answer | 'drop' {
  const done = { result: `OK ${name} completed` }
  if (name === 'CAPABILITY') return { untagged: ['CAPABILITY IMAP4rev1'], ...done }
  if (name === 'NOOP') return done
  if (name === 'LOGOUT') return { untagged: ['BYE logging out'], ...done, ends: true }
  if (name === 'LOGIN') return login(words(argument), state, mailbox)
  if (!state.isKnown) return { result: 'BAD log in first' }
  if (name === 'LIST' || name === 'LSUB') {
    const [, wanted = '*'] = words(argument)
    const found = mailbox.folders.filter((folder) => /[*%]/.test(wanted) || folder === wanted)
    return { untagged: found.map((folder) => `${name} () "/" "${folder}"`), ...done }
  }
  if (name === 'SELECT' || name === 'EXAMINE') return open(name, words(argument)[0] ?? '', state, mailbox)
  if (state.folder === undefined) return { result: 'BAD no folder is selected' }
  const messages = mailbox.messages(state.folder)
  if (name === 'UID SEARCH') return { untagged: [`SEARCH ${search(argument, messages).join(' ')}`.trim()], ...done }
  if (name === 'UID FETCH') return { untagged: fetchMessages(argument, messages), ...done }
  return { result: `BAD unknown command ${name}` }
}

function login([user, password]: readonly string[], state: State, mailbox: SimulatedMailbox): Answer | 'drop' {
  const fault = mailbox.fault?.()
  if (fault === 'drop') return 'drop'
  if (fault !== undefined) return { result: fault }
  if (user !== mailbox.user || password !== mailbox.password)
    return { result: 'NO [AUTHENTICATIONFAILED] Invalid credentials' }
  state.isKnown = true
  return { result: 'OK logged in' }
}

function open(name: string, folder: string, state: State, mailbox: SimulatedMailbox): Answer {
  if (!mailbox.folders.includes(folder)) return { result: 'NO [NONEXISTENT] Unknown mailbox' }
  state.folder = folder
  const messages = mailbox.messages(folder)
  const next = Math.max(0, ...messages.map(({ uid }) => uid)) + 1
  return {
    untagged: [
      'FLAGS (\\Seen)',
      `${messages.length} EXISTS`,
      '0 RECENT',
      `OK [UIDVALIDITY ${mailbox.validity()}] UIDs valid`,
      `OK [UIDNEXT ${next}] next`,
    ],
    result: `OK [READ-${name === 'EXAMINE' ? 'ONLY' : 'WRITE'}] opened`,
  }
}

/** “n:*” has the last message even if its UID is below n. */
function inSet(set: string, messages: readonly SimulatedMessage[]): readonly SimulatedMessage[] {
  const last = Math.max(0, ...messages.map(({ uid }) => uid))
  const ranges = set.split(',').map((range) => {
    const [from = 0, to = from] = range.split(':').map((text) => (text === '*' ? last : Number(text)))
    return [Math.min(from, to), Math.max(from, to)] as const
  })
  return messages.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to))
}

function search(argument: string, messages: readonly SimulatedMessage[]): number[] {
  const since = /\bSINCE "?(\d{1,2})-(\w{3})-(\d{4})"?/i.exec(argument)
  const from = since ? Date.UTC(Number(since[3]), months.indexOf(since[2]!), Number(since[1])) : 0
  const set = /\bUID ([\d:,*]+)/i.exec(argument)?.[1]
  return (set === undefined ? messages : inSet(set, messages))
    .filter(({ receivedAt }) => receivedAt >= from)
    .map(({ uid }) => uid)
}

function fetchMessages(argument: string, messages: readonly SimulatedMessage[]): string[] {
  const [, set = '', query = ''] = /^(\S+) (.*)$/.exec(argument) ?? []
  return inSet(set, messages).map((message) => {
    const root = parseParts(message.raw)
    const values = [`UID ${message.uid}`]
    if (/INTERNALDATE/i.test(query)) values.push(`INTERNALDATE "${internalDate(message.receivedAt)}"`)
    if (/BODYSTRUCTURE/i.test(query)) values.push(`BODYSTRUCTURE ${structureOf(root)}`)
    const fields = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/i.exec(query)?.[1]
    if (fields !== undefined)
      values.push(`BODY[HEADER.FIELDS (${fields})] ${literal(headersOf(root.headers, words(fields)))}`)
    for (const [, path, start, size] of query.matchAll(/BODY\.PEEK\[([\d.]+)\](?:<(\d+)\.(\d+)>)?/gi)) {
      const body = partAt(root, path!)?.body ?? ''
      const cut = start === undefined ? body : body.slice(Number(start), Number(start) + Number(size))
      values.push(`BODY[${path}]${start === undefined ? '' : `<${start}>`} ${literal(cut)}`)
    }
    return `${messages.indexOf(message) + 1} FETCH (${values.join(' ')})`
  })
}

const literal = (text: string) => `{${text.length}}\r\n${text}`

function headersOf(headers: string, wanted: readonly string[]): string {
  const names = new Set(wanted.map((name) => name.toLowerCase()))
  const lines = headers.trimEnd().split(/\r\n(?![ \t])/)
  return `${lines.filter((line) => names.has(line.split(':')[0]!.toLowerCase())).join('\r\n')}\r\n\r\n`
}
