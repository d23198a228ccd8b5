import { createTransport } from 'nodemailer'

export type Mail = { to: string; subject: string; text: string }
/** `id` names the message, so that one that is sent again can be told from a new one. */
export type Mailer = { send(mail: Mail & { id: string }): Promise<void>; close(): void }

const seconds = 1000
const patience = { connectionTimeout: 10 * seconds, greetingTimeout: 10 * seconds, socketTimeout: 20 * seconds }

/** Plain text through the operator's own mail server; nothing else is ever asked for mail. */
export function openMailer({ url, from }: { url: string; from: string }): Mailer {
  const address = new URL(url)
  for (const [name, value] of Object.entries(patience))
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
