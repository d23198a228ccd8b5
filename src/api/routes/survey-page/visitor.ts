import { record } from '#domain/account/events/record.ts'
import { jobsFor } from '#domain/account/jobs/enqueue.ts'
import type { Ctx } from '#domain/context.ts'
import { vaultFor } from '#store/vault.ts'
import type { Emitted } from '#api/pipeline/operation-events.ts'
import type { Workshop } from '#api/pipeline/operation.ts'

const noCursors = { read: () => [], write: () => '' }

/** Work for somebody who is nobody’s member: all or nothing, and told like every other write. */
export const asVisitor = <T>(
  { store, queue, secret, settings, log }: Workshop,
  who: { org: string; link: string; request: string },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  store.transaction(async (tx) => {
    const emitted: Emitted[] = []
    const ctx: Ctx = {
      org: who.org,
      user: '',
      role: 'member',
      scope: 'write',
      db: tx,
      cursors: noCursors,
      jobs: jobsFor(tx, queue, who.org, null),
      vault: vaultFor(secret),
      now: new Date(),
      settings,
      log,
      emit: (type, more = {}) => void emitted.push({ type, ...more }),
    }
    const result = await work(ctx)
    const origin = {
      operation: 'answerSurveyPage',
      actor: { type: 'system', id: who.link },
      user: null,
      requestId: who.request,
    } as const
    const told = emitted.map(({ type, object }) => ({
      type,
      resource: typeof object?.id === 'string' ? object.id : null,
      object: object ? JSON.stringify(object) : null,
    }))
    if (told.length) tx.atEnd(record(who.org, origin, told))
    return result
  })
