import { unsealMail } from '#domain/account/mail/outbox.ts'
import { claimDueMail, type ClaimedMail, deleteMail, rescheduleMail } from '#domain/account/mail/queries.ts'
import type { Log } from '#domain/context.ts'
import type { Mailer } from '#mail/mailer.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import { startPolling } from './polling-loop.ts'

export type MailSenderOptions = { store: Store; mailer: Mailer; vault: Vault; log: Log; pollIntervalMs?: number }

const batchSize = 10
const leaseSeconds = 60
/** Delays before each retry; after the last one a message is dropped. */
const backoffSeconds: readonly number[] = [30, 120, 600, 3600, 6 * 3600]
const maxErrorLength = 300

/** Sends queued mail until stopped; any number of workers share the work. A crash after sending sends again. */
export function startMailSender({ store, mailer, vault, log, pollIntervalMs = 2000 }: MailSenderOptions) {
  async function send(claimed: ClaimedMail) {
    const { id, org_id, attempts } = claimed
    try {
      await mailer.send({ ...unsealMail(vault, claimed), id })
      await deleteMail(store, claimed)
    } catch (error) {
      const reason = (error as Error).message.slice(0, maxErrorLength)
      const delay = backoffSeconds[attempts - 1]
      const fields = { mail: id, org: org_id, attempts, reason }
      log.warn(fields, delay === undefined ? 'mail not sent; dropped' : 'mail not sent; will retry')
      await (delay === undefined ? deleteMail(store, claimed) : rescheduleMail(store, claimed, reason, delay))
    }
  }

  async function poll(): Promise<boolean> {
    const due = await claimDueMail(store, batchSize, leaseSeconds)
    await Promise.all(
      due.map((mail) =>
        send(mail).catch((error: Error) =>
          log.warn({ mail: mail.id, error: error.message }, 'mail result not recorded'),
        ),
      ),
    )
    return due.length === batchSize
  }

  const onError = (error: Error) => log.warn({ error: error.message }, 'mail poll failed')
  const loop = startPolling({ intervalMs: pollIntervalMs, poll, onError })

  return {
    async stop() {
      await loop.stop()
      mailer.close()
    },
  }
}
