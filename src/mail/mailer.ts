import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string }
/** `id` becomes the Message-ID, so that a repeated send is recognised. */
export type Mailer = { send(mail: Mail & { id: string }): Promise<void>; close(): void }

const seconds = 1000
const timeouts = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds }

/** Sends plain text through the configured SMTP server. */
export function openMailer({ url, from }: { url: string; from: string }): Mailer {
  const address = new URL(url)
  for (const [name, value] of Object.entries(timeouts))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(value))
  const transport = createTransport(address.href, { from, disableFileAccess: true, disableUrlAccess: true })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'earshot'
  return {
    async send({ id, ...mail }) {
      await transport.sendMail({
        ...mail,
        messageId: `<${id}@${domain}>`,
        headers: { 'auto-submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
