import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow'
import type { CheckedServer } from '#outbound/session.ts'
import { OutboundError } from '#outbound/failure.ts'
import { wantedHeaders } from './auto-reply.ts'
import { folderMissing, mailFailure } from './failures.ts'

/* Reads messages of one folder with one connection; nothing is changed there, also not what is unread. */

export type Encryption = 'tls' | 'starttls' | 'none'
type Login = { user: string; password: string; folder: string; encryption: Encryption }
/** `validity` and `uid` are the position; a folder that was made anew has another validity. */
type Wanted = { validity: string | undefined; uid: number; since: Date; count: number }
export type FetchedMail = { uid: number; receivedAt: string | undefined; raw: Buffer }
type FetchedMails = { validity: string; mails: FetchedMail[]; lastUid: number; left: number; found: number }

/** Of a message's text; attachments are not fetched. */
const maxTextBytes = 256 * 1024
const maxHeaderBytes = 32 * 1024
const connectMs = 15_000
const dayMs = 86_400_000
const maxNamedFolders = 20

export async function readMailbox(server: CheckedServer, login: Login, wanted: Wanted): Promise<FetchedMails> {
  const { ImapFlow } = await import('imapflow')
  const { host, port, signal, lookup, autoSelectFamily } = server
  const client = new ImapFlow({
    host,
    port,
    secure: login.encryption === 'tls',
    ...(login.encryption !== 'tls' && { doSTARTTLS: login.encryption === 'starttls' }),
    // Also used for connections without TLS.
    tls: { lookup, autoSelectFamily } as object,
    auth: { user: login.user, pass: login.password },
    clientInfo: { name: 'Earshot' },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
  })
  const stop = () => client.close()
  // Without a listener an error of the socket would end the process; commands report it too.
  client.on('error', () => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    await openFolder(client, login.folder)
    const fetched = await readFolder(client, wanted)
    await client.logout().catch(() => {})
    return fetched
  } catch (error) {
    throw mailFailure(error)
  } finally {
    signal.removeEventListener('abort', stop)
    client.close()
  }
}

async function openFolder(client: ImapFlow, folder: string) {
  try {
    await client.mailboxOpen(folder, { readOnly: true })
  } catch (error) {
    if (!client.usable) throw error
    const folders = (await client.list()).map(({ path }) => path)
    if (folders.includes(folder)) throw error
    throw folderMissing(folder, folders.slice(0, maxNamedFolders))
  }
}

async function readFolder(client: ImapFlow, { validity: known, uid, since, count }: Wanted): Promise<FetchedMails> {
  const { mailbox } = client
  if (!mailbox) throw new OutboundError('UNREACHABLE', 'The mail server closed the folder.')
  const validity = String(mailbox.uidValidity)
  const after = known === validity ? uid : 0
  // Servers compare days in their own time zone; what is too old is left out below.
  const day = new Date(since.getTime() - dayMs)
  const found = await client.search({ since: day, uid: `${after + 1}:*` }, { uid: true })
  if (!found) throw new OutboundError('UNREACHABLE', 'The mail server did not search.')
  // “n:*” always includes the last message.
  const uids = found.filter((one) => one > after).toSorted((a, b) => a - b)
  const page = uids.slice(0, count)
  const messages = page.length ? await fetchMessages(client, page) : []
  return {
    validity,
    mails: messages.filter(({ receivedAt }) => receivedAt === undefined || Date.parse(receivedAt) >= since.getTime()),
    lastUid: page.at(-1) ?? after,
    left: uids.length - page.length,
    found: uids.length,
  }
}

type TextPart = { key: string; headers: string }

async function fetchMessages(client: ImapFlow, uids: readonly number[]): Promise<FetchedMail[]> {
  const query = { uid: true, internalDate: true, bodyStructure: true, headers: wantedHeaders }
  const messages = await client.fetchAll(uids.join(), query, { uid: true })
  const parts = new Map(messages.map(({ uid, bodyStructure }) => [uid, textPart(bodyStructure)]))
  const texts = new Map<number, Buffer>()
  for (const key of new Set([...parts.values()].flatMap((part) => part?.key ?? []))) {
    const those = [...parts].filter(([, part]) => part?.key === key).map(([uid]) => uid)
    const bodyParts = [{ key, start: 0, maxLength: maxTextBytes }]
    for (const { uid, bodyParts: found } of await client.fetchAll(
      those.join(),
      { uid: true, bodyParts },
      { uid: true },
    ))
      texts.set(uid, found?.get(key) ?? Buffer.alloc(0))
  }
  return messages
    .map((message) => ({
      uid: message.uid,
      receivedAt: timeOf(message),
      raw: rawOf(message, parts.get(message.uid), texts.get(message.uid)),
    }))
    .toSorted((a, b) => a.uid - b.uid)
}

const timeOf = ({ internalDate }: FetchMessageObject) => {
  const time = internalDate === undefined ? NaN : new Date(internalDate).getTime()
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The first text of a message that is not an attachment, plain if there is one. */
function textPart(structure: MessageStructureObject | undefined): TextPart | undefined {
  const leaves = structure ? leavesOf(structure) : []
  const texts = leaves.filter(({ disposition, size }) => disposition?.toLowerCase() !== 'attachment' && size !== 0)
  const part = texts.find(({ type }) => type === 'text/plain') ?? texts.find(({ type }) => type === 'text/html')
  if (!part) return undefined
  const word = (text: string | undefined) => /^[\w.:+-]{1,40}$/.exec(text ?? '')?.[0]
  const parameters = ['charset', 'format', 'delsp'].flatMap((name) => {
    const value = word(part.parameters?.[name])
    return value ? [`; ${name}="${value}"`] : []
  })
  const encoding = word(part.encoding) ?? '7bit'
  return {
    key: part.part ?? '1',
    headers: `Content-Type: ${part.type}${parameters.join('')}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
  }
}

/** A message inside a message is an attachment. */
const leavesOf = (node: MessageStructureObject): MessageStructureObject[] =>
  node.type?.startsWith('multipart/') ? (node.childNodes ?? []).flatMap(leavesOf) : [node]

/** A message of one part: the headers, and the part as if it were the whole body. */
function rawOf({ headers }: FetchMessageObject, part: TextPart | undefined, text: Buffer | undefined): Buffer {
  const own = (headers?.subarray(0, maxHeaderBytes).toString('latin1') ?? '').replace(/(?<!\n)(\r?\n)+$/, '')
  // The type of the whole message says whether it is a report of a failed delivery.
  const type = /^content-type:((?:.|\r?\n[ \t])*)/im.exec(own)?.[1] ?? ''
  const rest = own.replace(/^content-type:(?:.|\r?\n[ \t])*\r?\n?/im, '').replace(/(?<!\n)(\r?\n)+$/, '')
  const report = /multipart\/report/i.test(type) ? 'X-Failed-Recipients: unknown\r\n' : ''
  const start = `${rest}${rest && '\r\n'}${report}${part?.headers ?? 'Content-Type: text/plain\r\n\r\n'}`
  return Buffer.concat([Buffer.from(start, 'latin1'), text ?? Buffer.alloc(0)])
}
