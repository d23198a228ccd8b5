import { setTimeout as sleep } from 'node:timers/promises'
import type { Attached, LogLine, OnLost } from './attach.ts'

/** Attempts in a row that failed, or whose server ended before it was of use. */
const maxFailures = 6
export const usefulMs = 1_000
const firstDelayMs = 250
const maxDelayMs = 4_000

type Supervision = {
  /** Joins the running server or starts one; `previous` is the one it replaces. */
  attach(onLost: OnLost, previous?: Attached): Promise<Attached>
  log: LogLine
  /** Called once, when the server does not stay up; without it there is no end to the attempts. */
  onGiveUp?: ((reason: Error) => void) | undefined
}

export type Supervised = {
  current(): Attached
  /** Ends the supervision and returns the last server. */
  release(): Promise<Attached>
}

/** Keeps this process attached to a server: after a crash to the recovered one, after its death to its successor. */
export async function superviseServer(supervision: Supervision): Promise<Supervised> {
  const { attach, log, onGiveUp } = supervision
  const released = new AbortController()
  const attempts: Attempts = { failures: 0, signal: released.signal }
  let isLost = false
  let recovering: Promise<void> | undefined

  async function recover() {
    while (isLost && !released.signal.aborted) {
      isLost = false
      log('the connection to the embedded PostgreSQL was lost')
      if (Date.now() - attachedAt > usefulMs) attempts.failures = 0
      const next = await reattach(supervision, attempts, () => attach(onLost, attached))
      releaseGuard(attached, next)
      attached = next
      attachedAt = Date.now()
      log(`connected to the embedded PostgreSQL again (pid ${next.pid})`)
    }
  }
  function onLost() {
    isLost = true
    recovering ??= recover()
      .catch((error: Error) => {
        if (!released.signal.aborted) onGiveUp?.(error)
      })
      .finally(() => (recovering = undefined))
  }

  let attached = await attach(onLost)
  let attachedAt = Date.now()
  return {
    current: () => attached,
    async release() {
      released.abort()
      await recovering
      return attached
    },
  }
}

type Attempts = { failures: number; lastError?: Error; signal: AbortSignal }

/** Tries until it succeeds, at growing intervals; an attempt counts as failed until its server was of use. */
async function reattach({ log, onGiveUp }: Supervision, attempts: Attempts, attach: () => Promise<Attached>) {
  for (;;) {
    const { failures, signal } = attempts
    if (onGiveUp && failures >= maxFailures)
      throw attempts.lastError ?? new Error('It ended several times in a row right after its start.')
    const delayMs = failures === 0 ? 0 : Math.min(firstDelayMs * 2 ** (failures - 1), maxDelayMs)
    await sleep(delayMs, undefined, { ref: false, signal })
    attempts.failures++
    try {
      return await attach()
    } catch (error) {
      attempts.lastError = error as Error
      log(`the embedded PostgreSQL is not back yet: ${attempts.lastError.message}`)
    }
  }
}

/** The guard of a dead server would signal a process id that may be another's by now. */
function releaseGuard(previous: Attached, next: Attached) {
  if (previous.pid === next.pid) previous.guard?.leave()
  else previous.guard?.dismiss()
}
