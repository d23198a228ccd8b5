import type { Config } from '#config/types.ts'
import { newId } from '#store/ids.ts'
import { mailerOf } from './dependencies.ts'
import { UsageError } from '#client/usage-error.ts'

const failed = 1

/** `earshot mail test <address>`: sends a test message through SMTP_URL. */
export async function runMail([verb, to, extra]: string[], config: Config): Promise<number> {
  if (verb !== 'test' || to === undefined || !to.includes('@') || extra !== undefined)
    throw new UsageError('earshot mail test <address>')
  const mailer = await mailerOf(config)
  if (!mailer)
    throw new UsageError('SMTP_URL is not set, for example SMTP_URL=smtps://user:password@mail.example.com:465')
  try {
    await mailer.send({
      id: newId(),
      to,
      subject: 'Test message from Earshot',
      text: `Mail from ${config.publicUrl} works.\n`,
    })
    process.stdout.write(`The mail server accepted the message to ${to}.\n`)
    return 0
  } catch (error) {
    process.stderr.write(`The message could not be sent: ${(error as Error).message}\n`)
    return failed
  } finally {
    mailer.close()
  }
}
