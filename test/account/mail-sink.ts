import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { waitFor } from '../wait-for.ts'

export type ReceivedMail = { from: string; to: string[]; headers: Record<string, string>; text: string }

/** An SMTP server that stores messages; `answer` may reject one instead. */
export async function startMailSink(answer: (message: ReceivedMail, count: number) => string = () => '250 taken') {
  const messages: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let [from, to, rest, inData] = ['', [] as string[], '', false]
    const writeLine = (line: string) => void socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') from = /<(.*?)>/.exec(line)![1]!
      else if (verb === 'RCPT') to = [...to, /<(.*?)>/.exec(line)![1]!]
      if (verb === 'DATA') return ((inData = true), writeLine('354 go on'))
      writeLine(verb === 'QUIT' ? '221 bye' : '250 ok')
      if (verb === 'QUIT') socket.end()
    }
    const receiveData = (raw: string) => {
      const message = { from, to, ...parseMail(raw) }
      const reply = answer(message, ++count)
      if (reply.startsWith('2')) messages.push(message)
      ;[from, to, inData] = ['', [], false]
      writeLine(reply)
    }
    writeLine('220 sink')
    socket.setEncoding('utf8').on('data', (part: string) => {
      rest += part
      const nextEnd = () => rest.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      for (let end = nextEnd(); end >= 0; end = nextEnd()) {
        const [whole, next] = [rest.slice(0, end), rest.slice(end + (inData ? 5 : 2))]
        rest = next
        if (inData) receiveData(whole)
        else command(whole)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    messages,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    attemptCount: () => count,
    until: (enough: () => boolean) =>
      waitFor(() => `mail to arrive; ${messages.length} messages so far`, enough, 180_000),
    close: () =>
      new Promise<void>((resolve) => (sockets.forEach((socket) => socket.destroy()), server.close(() => resolve()))),
  }
}

function parseMail(raw: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const at = raw.indexOf('\r\n\r\n')
  const headers = Object.fromEntries(
    raw
      .slice(0, at)
      .replace(/\r\n\s+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = raw.slice(at + 4)
  const bytes = decodeBody(body, headers['content-transfer-encoding'])
  return { headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') }
}

function decodeBody(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body)
  const decoded = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(decoded, 'latin1')
}
