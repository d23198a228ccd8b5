import { connect, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  /** Unsubscribes with one click: a POST without signing in, RFC 8058. */
  unsubscribeUrl?: string
}
/** `id` becomes the Message-ID, so that a repeated send is recognised. */
export type Mailer = { send(mail: Mail & { id: string }): Promise<void>; close(): void }

const seconds = 1000
/** For the whole dialogue; below the lease of a message, so that no second worker sends it meanwhile. */
const totalMs = 45 * seconds
const timeouts = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds }

type MailerOptions = { url: string; from: string; deadlineMs?: number }

/** Sends mail through the configured SMTP server. */
export function openMailer({ url, from, deadlineMs = totalMs }: MailerOptions): Mailer & { verify(): Promise<void> } {
  const address = new URL(url)
  for (const [name, value] of Object.entries(timeouts))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(value))
  const transport = createTransport(
    { url: address.href, getSocket: socketWithDeadline(deadlineMs) },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'earshot'
  return {
    async send({ id, unsubscribeUrl, ...mail }) {
      await transport.sendMail({
        ...mail,
        messageId: `<${id}@${domain}>`,
        headers: {
          'auto-submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'list-unsubscribe': `<${unsubscribeUrl}>`,
            'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
    },
    /** Signs in without sending. */
    async verify() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}

type SocketRequest = { host?: string | undefined; port?: number | string | undefined; secure?: boolean | undefined }
type SocketCallback = (error: Error | null, socket: { connection: Socket }) => void

/** The library limits how long the server is silent, not how long the dialogue takes. */
const socketWithDeadline =
  (deadlineMs: number) =>
  ({ host = 'localhost', port, secure }: SocketRequest, done: SocketCallback) => {
    const socket = connect({ host, port: Number(port ?? (secure ? 465 : 587)) })
    const timer = setTimeout(() => socket.destroy(new Error('The mail server did not finish in time.')), deadlineMs)
    const fail = (error: Error) => done(error, { connection: socket })
    socket.once('close', () => clearTimeout(timer)).once('error', fail)
    socket.setTimeout(timeouts.connectionTimeout, () => socket.destroy(new Error('The mail server does not answer.')))
    socket.once('connect', () => {
      socket.setTimeout(0).removeAllListeners('timeout').off('error', fail)
      done(null, { connection: socket })
    })
  }
