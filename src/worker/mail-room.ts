import { claimDue, type Claimed, opened, remove, tryLater } from '#domain/account/mail/outbox.ts'
import type { Log } from '#domain/context.ts'
import type { Mailer } from '#mail/mailer.ts'
import type { Store } from '#store/open.ts'
import type { Vault } from '#store/vault.ts'

export type MailRoomOptions = { store: Store; mailer: Mailer; vault: Vault; log: Log; lookEveryMs?: number }

const atOnce = 10
const leaseSeconds = 60
/** The pauses before each further attempt; after the last one a letter is given up. */
const ladderSeconds: readonly number[] = [30, 120, 600, 3600, 6 * 3600]
const maxErrorLength = 300

/** Sends letters until it is stopped; any number of workers share the work. One that dies after sending sends again: better twice than never. */
export function startMailRoom({ store, mailer, vault, log, lookEveryMs = 2000 }: MailRoomOptions) {
  let stopping = false
  let wake = () => {}

  async function send(claimed: Claimed) {
    const { id, org_id, attempts } = claimed
    try {
      await mailer.send({ ...opened(vault, claimed), id })
      await remove(store, claimed)
    } catch (error) {
      const reason = (error as Error).message.slice(0, maxErrorLength)
      const pause = ladderSeconds[attempts - 1]
      log.warn(
        { mail: id, org: org_id, attempts, reason },
        pause === undefined
          ? 'a letter could not be sent and is given up'
          : 'a letter could not be sent and is tried again',
      )
      await (pause === undefined ? remove(store, claimed) : tryLater(store, claimed, reason, pause))
    }
  }

  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lookEveryMs)
      wake = () => (clearTimeout(timer), resolve())
    })

  const running = (async () => {
    while (!stopping) {
      const due = await claimDue(store, atOnce, leaseSeconds).catch(
        (error: Error) => (log.warn({ error: error.message }, 'the mail room stumbled'), []),
      )
      await Promise.all(
        due.map((one) =>
          send(one).catch((error: Error) =>
            log.warn({ mail: one.id, error: error.message }, 'what became of a letter was not noted'),
          ),
        ),
      )
      if (due.length < atOnce && !stopping) await rest()
    }
  })()

  return {
    async stop() {
      stopping = true
      wake()
      await running
      mailer.close()
    },
  }
}
