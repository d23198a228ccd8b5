import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { waitFor } from '../wait-for.ts'

export type Letter = { from: string; to: string[]; headers: Record<string, string>; text: string }

/** A mail server that takes letters and keeps them; `answer` may refuse one instead. */
export async function startMailSink(answer: (letter: Letter, count: number) => string = () => '250 taken') {
  const letters: Letter[] = []
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    let [from, to, rest, inData] = ['', [] as string[], '', false]
    const say = (line: string) => void socket.write(`${line}\r\n`)
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'MAIL') from = /<(.*?)>/.exec(line)![1]!
      else if (verb === 'RCPT') to = [...to, /<(.*?)>/.exec(line)![1]!]
      if (verb === 'DATA') return ((inData = true), say('354 go on'))
      say(verb === 'QUIT' ? '221 bye' : '250 ok')
      if (verb === 'QUIT') socket.end()
    }
    const taken = (raw: string) => {
      const letter = { from, to, ...read(raw) }
      const said = answer(letter, ++count)
      if (said.startsWith('2')) letters.push(letter)
      ;[from, to, inData] = ['', [], false]
      say(said)
    }
    say('220 sink')
    socket.setEncoding('utf8').on('data', (part: string) => {
      rest += part
      const nextEnd = () => rest.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      for (let end = nextEnd(); end >= 0; end = nextEnd()) {
        const [whole, next] = [rest.slice(0, end), rest.slice(end + (inData ? 5 : 2))]
        rest = next
        if (inData) taken(whole)
        else command(whole)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    letters,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => count,
    until: (enough: () => boolean) => waitFor(() => `only ${letters.length} letters came`, enough, 15_000),
    close: () =>
      new Promise<void>((resolve) => (sockets.forEach((socket) => socket.destroy()), server.close(() => resolve()))),
  }
}

function read(raw: string): Pick<Letter, 'headers' | 'text'> {
  const at = raw.indexOf('\r\n\r\n')
  const headers = Object.fromEntries(
    raw
      .slice(0, at)
      .replace(/\r\n\s+/g, ' ')
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = raw.slice(at + 4)
  const coding = headers['content-transfer-encoding']
  const bytes =
    coding === 'base64'
      ? Buffer.from(body, 'base64')
      : coding === 'quoted-printable'
        ? Buffer.from(
            body
              .replace(/=\r\n/g, '')
              .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
            'latin1',
          )
        : Buffer.from(body)
  return { headers, text: bytes.toString('utf8').replaceAll('\r\n', '\n') }
}
