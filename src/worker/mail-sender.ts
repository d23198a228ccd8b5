import { unsealMail } from '#domain/outbox/outbox.ts'
import { claimDueMail, type ClaimedMail, deleteClaimedMail, rescheduleMail } from '#domain/outbox/queries.ts'
import type { Log } from '#domain/context.ts'
import type { Mailer } from '#mail/mailer.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'
import { startOutboxSender } from './outbox-sender.ts'

type MailSenderOptions = { store: Store; mailer: Mailer; vault: Vault; log: Log; pollIntervalMs?: number }

/** Sends queued mail until stopped. */
export function startMailSender({ store, mailer, vault, log, pollIntervalMs = 2000 }: MailSenderOptions) {
  const sender = startOutboxSender<ClaimedMail>({
    messages: {
      retry: 'mail not sent; will retry',
      dropped: 'mail not sent; dropped',
      notRecorded: 'mail result not recorded',
      pollFailed: 'mail poll failed',
    },
    log,
    pollIntervalMs,
    claim: (max, leaseSeconds) => claimDueMail(store, max, leaseSeconds),
    send: (claimed) =>
      mailer.send({ ...unsealMail(vault, claimed), id: claimed.id }).then(
        () => ({ error: null }),
        (error: Error) => ({ error: error.message }),
      ),
    remove: (claimed) => deleteClaimedMail(store, claimed),
    reschedule: (claimed, error, delaySeconds) => rescheduleMail(store, claimed, error, delaySeconds),
  })
  return {
    async stop() {
      await sender.stop()
      mailer.close()
    },
  }
}
