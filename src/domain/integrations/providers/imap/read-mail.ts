import { createHash } from 'node:crypto'
import { ignored, type ReadResult } from '#domain/integrations/mapping/records.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { automaticKind } from './auto-reply.ts'
import { forwardedMessage, forwardedTime, plainSubject } from './forward.ts'
import { htmlMailToText } from './html-mail.ts'
import { newestPart } from './newest-part.ts'
import { withoutSignature } from './signature.ts'

/* A mail as feedback. */

export type ReceivedMail = {
  id: string
  thread: string
  subject: string
  from: { name: string; email: string | undefined }
  sentAt: string | undefined
  text: string
  /** Why it is skipped. */
  automatic: string | undefined
}

const maxId = 200
const dayMs = 86_400_000

/** Ids of messages can be longer than an external id. */
const shortId = (id: string) => (id.length <= maxId ? id : `sha256-${createHash('sha256').update(id).digest('hex')}`)
const messageIds = (text: string | undefined) => [...(text ?? '').matchAll(/<([^<>\s]+)>/g)].map((match) => match[1]!)

export async function parseMail(raw: Uint8Array): Promise<ReceivedMail> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(raw)
  const headers = new Map(mail.headers.toReversed().map(({ key, value }) => [key, value]))
  const sender = mail.from && 'address' in mail.from ? mail.from : undefined
  const email = sender?.address?.toLowerCase()
  const text = mail.text?.trim() ? mail.text : htmlMailToText(mail.html ?? '')
  const [given] = messageIds(headers.get('message-id'))
  const subject = mail.subject?.trim() ?? ''
  const id =
    given ??
    createHash('sha256')
      .update([email, headers.get('date'), subject, text].join('\n'))
      .digest('hex')
  const [first] = [...messageIds(headers.get('references')), ...messageIds(headers.get('in-reply-to'))]
  const time = Date.parse(headers.get('date') ?? '')
  return {
    id: shortId(id),
    thread: shortId(first ?? id),
    subject,
    from: { name: sender?.name ?? '', email },
    sentAt: Number.isNaN(time) ? undefined : new Date(time).toISOString(),
    text: text.replace(/\r\n?/g, '\n'),
    automatic: automaticKind(headers, email),
  }
}

/** “Ana Lima <ana@example.com>”, also with Outlook's “[mailto:…]”. */
export function senderOf(text: string): ReceivedMail['from'] {
  const email = /(?<![^\s<>"'()[\]:;,*])[^\s<>"'()[\]:;,*]+@[^\s<>"'()[\]:;,*]+/.exec(text)?.[0]
  const name = text
    .replace(/[<[(][^<>[\]()]*@[^<>[\]()]*[>\])]/g, '')
    .replace(/["'*]/g, '')
    .trim()
  return { name: name === email ? '' : name, email: email?.toLowerCase() }
}

/** The date of the sender's clock, unless the server got the message long before it. */
const occurredAt = (sentAt: string | undefined, receivedAt: string | undefined) =>
  sentAt === undefined || (receivedAt !== undefined && Date.parse(sentAt) > Date.parse(receivedAt) + dayMs)
    ? receivedAt
    : sentAt

export function feedbackOf(mail: ReceivedMail, receivedAt: string | undefined, source: string): ReadResult {
  if (mail.automatic !== undefined) return ignored('feedback', mail.automatic)
  const forwarded = forwardedMessage(mail.subject, mail.text)
  const from = forwarded ? senderOf(forwarded.from) : mail.from
  const sentAt = (forwarded && forwardedTime(forwarded.date)) ?? mail.sentAt
  return recordFrom(
    'feedback',
    {
      external_id: mail.id,
      title: forwarded ? (forwarded.subject ?? plainSubject(mail.subject)) : mail.subject,
      // Some people write the whole message into the subject.
      content: mail.text.trim() === '' ? mail.subject : withoutSignature(newestPart(forwarded?.text ?? mail.text)),
      occurred_at: occurredAt(sentAt, receivedAt),
      'contact.email': from.email,
      'contact.name': from.name,
      'metadata.thread_id': mail.thread,
      'metadata.forwarded_by': forwarded ? mail.from.email : undefined,
    },
    source,
  )
}
