import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { jobsFor } from '#domain/jobs/enqueue.ts'
import type { Ctx } from '#domain/context.ts'
import { vaultFor } from '#store/vault.ts'
import { type EmittedEvent, emittedEvents } from '#api/pipeline/operation-events.ts'
import type { ServerDeps } from '#api/pipeline/server-deps.ts'

const noCursors = { read: () => [], write: () => '' }

/** Runs work for an anonymous visitor in one transaction and records its events. */
export const runAsVisitor = <T>(
  { store, queue, secret, settings, log }: ServerDeps,
  visitor: { org: string; link: string; request: string; operation: 'answerSurveyPage' | 'sendWidgetFeedback' },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> =>
  store.transaction(async (tx) => {
    const emitted: EmittedEvent[] = []
    const ctx: Ctx = {
      org: visitor.org,
      user: '',
      role: 'member',
      authorize: async () => ({ role: 'member', llm: null }),
      scope: 'write',
      db: tx,
      cursors: noCursors,
      jobs: jobsFor(tx, queue, visitor.org, null),
      vault: vaultFor(secret),
      now: new Date(),
      settings,
      semanticSearch: null,
      llm: null,
      hasLlm: false,
      log,
      emit: (type, more = {}) => void emitted.push({ type, ...more }),
    }
    const result = await work(ctx)
    const origin = {
      operation: visitor.operation,
      actor: { type: 'system', id: visitor.link },
      user: null,
      requestId: visitor.request,
    } as const
    const events = emittedEvents(emitted)
    if (events.length) tx.runWithCommit(insertEvents(visitor.org, origin, events))
    return result
  })
