import { type DatabaseOptions, type Db, openStore, type Store } from './open.ts'
import { sql } from './sql.ts'

/*
 * A streaming replica for reads that tolerate some age. How old it is follows from positions in the primary's log: a
 * replica that has replayed a position is at most as old as the moment at which the primary was asked for it.
 */

export type Replica = {
  /** The replica, or undefined while it is unreachable, lags or was not asked lately. */
  db(): Db | undefined
  /** After an error that only the replica can have caused: the primary answers instead. */
  isFailure(error: unknown): boolean
  close(): Promise<void>
}

type ReplicaOptions = {
  primary: Db
  connection: DatabaseOptions
  maxLagMs: number
  onChange?: (isUsed: boolean, reason: string) => void
}

/** Probes stop when no request has asked for the replica for this long. */
const idleAfterMs = 10_000
const probesPerLag = 4
const minProbeMs = 50
/** A replica that was behind at one moment is used soon, also where a long lag is allowed. */
const maxProbeMsUnused = 1_000
const maxPositions = 1000

type Position = { lsn: bigint; at: number }

/** '16/B374D848' as a number. */
function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

function probeDelayMs(maxLagMs: number, isFresh: boolean): number {
  const probeMs = Math.max(minProbeMs, maxLagMs / probesPerLag)
  return isFresh ? probeMs : Math.min(probeMs, maxProbeMsUnused)
}

export function openReplica({ primary, connection, maxLagMs, onChange = () => {} }: ReplicaOptions): Replica {
  const store: Store = openStore(connection)
  const age = new ReplicaAge(primary, store)
  let lastAsked = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let isUsed = false
  const isFresh = () => age.ms() <= maxLagMs
  const note = (reason: string) => {
    if (isFresh() === isUsed) return
    isUsed = !isUsed
    onChange(isUsed, reason)
  }
  const schedule = (afterMs: number) => {
    timer = setTimeout(async () => {
      note(await age.probe().catch((error: Error) => error.message))
      timer = undefined
      if (performance.now() - lastAsked <= idleAfterMs) schedule(probeDelayMs(maxLagMs, isFresh()))
    }, afterMs)
    timer.unref()
  }
  return {
    db() {
      lastAsked = performance.now()
      if (!timer) schedule(0)
      return isFresh() ? store : undefined
    },
    isFailure(error) {
      if (!isReplicaFailure(error)) return false
      age.forget()
      note((error as Error).message)
      return true
    },
    async close() {
      clearTimeout(timer)
      lastAsked = Number.NEGATIVE_INFINITY
      await store.close()
    },
  }
}

class ReplicaAge {
  readonly #primary: Db
  readonly #replica: Db
  #positions: Position[] = []
  #freshAsOf = Number.NEGATIVE_INFINITY
  constructor(primary: Db, replica: Db) {
    this.#primary = primary
    this.#replica = replica
  }

  ms() {
    return performance.now() - this.#freshAsOf
  }

  forget() {
    this.#freshAsOf = Number.NEGATIVE_INFINITY
    this.#positions = []
  }

  /** Returns what a growing age means. */
  async probe(): Promise<string> {
    const at = performance.now()
    const asked = await this.#primary.first<{ lsn: string }>(sql`select pg_current_wal_flush_lsn()::text as lsn`)
    this.#positions.push({ lsn: parseLsn(asked!.lsn), at })
    const row = await this.#replica.first<{ lsn: string | null }>(sql`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn`)
    const replayed = row!.lsn === null ? -1n : parseLsn(row!.lsn)
    for (const { lsn, at: askedAt } of this.#positions)
      if (lsn <= replayed) this.#freshAsOf = Math.max(this.#freshAsOf, askedAt)
    this.#positions = this.#positions.filter(({ lsn }) => lsn > replayed).slice(-maxPositions)
    return replayed === -1n ? 'it is no replica' : 'it lags'
  }
}

/** Connection lost or refused, shutdown, a cancelled query because of replay, or a write. */
const replicaCodes = /^(08...|57P0.|40001|40P01|25006|53300|ECONN.*|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT)$/

function isReplicaFailure(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  if (typeof code === 'string') return replicaCodes.test(code)
  return error instanceof Error && /connection|timeout/i.test(message ?? '')
}
