import type { Db } from '#store/db.ts'
import { raw, type Sql, sql } from '#store/sql.ts'

/*
 * Events are ordered by the id of the transaction that wrote them. A reader stays below the horizon, the oldest
 * transaction that may still add an event. On one node the horizon is part of the statement that reads. In a cluster
 * the ids come from the coordinator while the statement runs on a worker, whose own ids mean something else: the
 * horizon is read on the coordinator first and passed as a value.
 */

const ofThisNode = raw('pg_snapshot_xmin(pg_current_snapshot())')

/** Upper bound, exclusive, of the transactions whose events of this organization are all visible. */
export async function feedHorizon(db: Db, org: string): Promise<Sql> {
  if (!(await db.isDistributed())) return ofThisNode
  return sql`${await clusterHorizon(db, org)}::xid8`
}

/** For all organizations at once; may be too high for one whose worker still has to commit. */
export async function roughHorizon(db: Db): Promise<Sql> {
  if (!(await db.isDistributed())) return ofThisNode
  const row = await db.first<{ horizon: string }>(sql`select ${ofThisNode}::text as horizon`)
  return sql`${row!.horizon}::xid8`
}

/** `prepared`: names of transactions that wait on the worker for their commit; null when it could not be asked. */
type Facts = { horizon: string; node: number; prepared: string | null }

/**
 * A transaction that wrote to one worker is committed there before it ends on the coordinator. With a two-phase commit
 * it is prepared there, ends on the coordinator, and is committed on the workers afterwards. Until then its events are
 * not visible though the coordinator counts it as ended, so the horizon stays below it.
 *
 * The snapshot is taken before the worker is asked: what had ended by then and is not visible yet is still prepared.
 */
async function clusterHorizon(db: Db, org: string): Promise<string> {
  const { horizon, node, prepared } = (await db.first<Facts>(sql`
    select ${ofThisNode}::text as horizon, p.groupid as node,
      case when exists (select 1 from pg_dist_transaction t where t.groupid = p.groupid) then (
        select case when r.success then r.result end
        from master_run_on_worker(array[n.nodename::text], array[n.nodeport], array[${listPrepared}::text], false) r)
      else '' end as prepared
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where p.shardid = get_shard_id_for_distribution_column('event', ${org}::text)`))!
  if (prepared === null) return '0'
  return prepared === '' ? horizon : oldestOf(db, node, prepared.split(','), horizon)
}

const listPrepared = `
  select coalesce(string_agg(gid, ','), '') from pg_prepared_xacts where database = current_database()`

/** The coordinator keeps a row for each prepared transaction, written by that transaction itself at its commit. */
async function oldestOf(db: Db, node: number, gids: readonly string[], horizon: string): Promise<string> {
  const rows = await db.rows<{ xid: string }>(
    sql`select xmin::text as xid from pg_dist_transaction where groupid = ${node} and gid = any(${gids}::text[])`,
  )
  return String(rows.map(({ xid }) => fullId(BigInt(xid), BigInt(horizon))).reduce(min, BigInt(horizon)))
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const cycle = 2n ** 32n

/** Rows hold the low 32 bits of an id; the nearest id to the horizon with these bits is meant. */
export function fullId(low: bigint, horizon: bigint): bigint {
  const sameCycle = horizon - (horizon % cycle) + low
  if (sameCycle - horizon > cycle / 2n) return sameCycle - cycle
  return horizon - sameCycle > cycle / 2n ? sameCycle + cycle : sameCycle
}
