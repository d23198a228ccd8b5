import { textSetting, type IntegrationConfig } from '#domain/integrations/config.ts'
import { rejected } from '#domain/integrations/mapping/records.ts'
import type { OwnProtocolStream, PullContext, PullDefinition } from '#domain/integrations/definition/provider.ts'
import { cursorNumber, cursorText } from '#domain/integrations/definition/answers.ts'
import { PullError } from '#domain/integrations/definition/failures.ts'
import { type Encryption, type FetchedMail, readMailbox } from './mailbox.ts'
import { feedbackOf, parseMail, type ReceivedMail } from './read-mail.ts'

const ports = new Set([143, 993])
const sessionMs = 90_000
const schemes: Readonly<Record<Encryption, string>> = { tls: 'imaps', starttls: 'imap+starttls', none: 'imap' }

const invalidSetting = (message: string) =>
  new PullError({ code: 'not_found', message, action: 'Correct the settings of the integration.' })

function addressOf(config: IntegrationConfig): string {
  const encryption = textSetting(config, 'encryption') ?? 'tls'
  const scheme = Object.hasOwn(schemes, encryption) ? schemes[encryption as Encryption] : 'unknown'
  const port = config.port === undefined || config.port === '' ? '' : `:${String(config.port)}`
  const host = textSetting(config, 'host')?.trim() ?? ''
  return `${scheme}://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}${port}`
}

/** The server by its address: imaps is TLS, imap without encryption. */
function serverOf({ baseUrl }: Pick<PullContext, 'baseUrl'>) {
  const match = /^([a-z+]+):\/\/(\[[0-9a-f:.]+\]|[^\s/:@?#[\]]+)(?::(\d{1,5}))?$/i.exec(baseUrl)
  const encryption = Object.entries(schemes).find(([, scheme]) => scheme === match?.[1]?.toLowerCase())?.[0]
  if (!match)
    throw invalidSetting('The mail server or its port is not valid: a name such as imap.example.com is needed.')
  if (!encryption) throw invalidSetting('The encryption must be tls, starttls or none.')
  const isTls = encryption === 'tls'
  return {
    host: match[2]!.replace(/^\[|\]$/g, ''),
    port: Number(match[3] ?? (isTls ? 993 : 143)),
    encryption: encryption as Encryption,
  }
}

type Item = { receivedAt: string | undefined; mail: ReceivedMail | undefined }

const parsed = async ({ raw, receivedAt }: FetchedMail): Promise<Item> => ({
  receivedAt,
  mail: await parseMail(raw).catch(() => undefined),
})

/** By UID; when the server has numbered the folder anew, it is read again, and messages are found by their id. */
const messages: OwnProtocolStream = {
  name: 'messages',
  start: () => ({ uid: 0 }),
  async readPage(cursor, ctx, outbound, signal) {
    const { host, port, encryption } = serverOf(ctx)
    const { user = '', password = '' } = ctx.credential
    const folder = textSetting(ctx.config, 'folder') ?? 'INBOX'
    const target = { host, port, ports, isEncrypted: encryption === 'tls', ms: sessionMs, ...(signal && { signal }) }
    const position = { validity: cursorText(cursor, 'validity'), uid: cursorNumber(cursor, 'uid') ?? 0 }
    const read = await outbound.session(target, (server) =>
      readMailbox(
        server,
        { user, password, folder, encryption },
        { ...position, since: ctx.since, count: ctx.pageSize },
      ),
    )
    const isStart = position.uid === 0 || position.validity !== read.validity
    return {
      items: await Promise.all(read.mails.map(parsed)),
      next: { validity: read.validity, uid: read.lastUid },
      more: read.left > 0,
      reachedAt: read.mails.at(-1)?.receivedAt,
      ...(isStart && { total: read.found }),
    }
  },
  read(item, _details, { source }) {
    const { mail, receivedAt } = item as Item
    return mail ? feedbackOf(mail, receivedAt, source) : rejected('feedback', 'the message cannot be read')
  },
}

export const pull: PullDefinition = {
  baseUrl: addressOf,
  headers: () => ({}),
  // Providers limit connections, not commands; a page is one connection.
  limits: { default: { requests: 30, seconds: 60 } },
  pageSize: 50,
  streams: () => [messages],
  notes: [
    'Checked against a local server that follows the IMAP standard, not against Gmail, Outlook, Fastmail or another ' +
      'real service.',
    'Of a message the text of its newest part is read: quoted history, signatures and legal footers are cut. ' +
      'Attachments are not read.',
    'Automatic replies, bounces and bulk mail are skipped. Forwarded mail is attributed to its first sender.',
    'Messages that are deleted or moved in the mailbox stay here.',
    'To sort mail into the folder, give out a plus address such as you+feedback@example.com and add a filter for it.',
  ],
}
