import type pg from 'pg'
import type { Db } from '#store/db.ts'
import { type OrgRead, type Sql, sql, type SqlStatement, statement } from '#store/sql.ts'
import { findShardId, findShards, onShards, type Shards } from './shards.ts'

/*
 * Citus plans a statement at every execution, on the coordinator and on the worker: ten times the work of a small read.
 * A read of one organization therefore runs on the shards themselves, on their worker, as a prepared statement of plain
 * PostgreSQL. At the same time the coordinator answers whether they are still there, and what the key may do: both are
 * read after the request began, so an answer is never older than one through Citus. If the shards have moved, a node
 * does not answer, or anything else fails, the caller sends the statement through Citus.
 */

type Options = {
  /** The coordinator. */
  db: Pick<Db, 'first' | 'rows'>
  send(target: pg.Pool | undefined, statement: SqlStatement): Promise<pg.QueryResult>
  open(node: Shards['node']): pg.Pool
}
type Placement = { owner_group: number | null }
type Node = { pool: pg.Pool; avoidUntil: number; names: Map<string, SqlStatement> }

const maxOrganizations = 100_000
/** A named statement takes memory in every connection. */
const maxNames = 500
/** A node that refuses connections is not asked again at once. */
const avoidMs = 5000

export class ShardReads {
  readonly #options: Options
  readonly #shardIds = new Map<string, number>()
  readonly #shards = new Map<number, Promise<Shards | undefined>>()
  readonly #nodes = new Map<string, Node>()
  constructor(options: Options) {
    this.#options = options
  }

  /** Undefined when the statement has to be sent through Citus. `facts` are read on the coordinator. */
  async first<Row, Facts>(query: OrgRead, facts?: Sql): Promise<{ row?: Row; facts?: Facts } | undefined> {
    try {
      const shards = await this.#shardsOf(query.org)
      const node = shards && this.#nodeOf(shards.node)
      if (!node || node.avoidUntil > Date.now()) return undefined
      const [placement, row] = await Promise.all([
        this.#placement<Facts>(node, shards, facts),
        this.#readRow<Row>(node, shards, query),
      ])
      if (facts && !placement) return {}
      if (placement?.owner_group === shards.group) return { row: row!, facts: placement }
    } catch {
      // Through Citus the statement succeeds or fails with the reason.
    }
    this.#forget(query.org)
    return undefined
  }

  async #shardsOf(org: string): Promise<Shards | undefined> {
    let id = this.#shardIds.get(org)
    if (id === undefined) {
      id = await findShardId(this.#options.db, org)
      if (this.#shardIds.size >= maxOrganizations) this.#shardIds.clear()
      this.#shardIds.set(org, id)
    }
    let shards = this.#shards.get(id)
    if (!shards) this.#shards.set(id, (shards = findShards(this.#options.db, id)))
    return shards
  }

  #forget(org: string) {
    const id = this.#shardIds.get(org)
    this.#shardIds.delete(org)
    if (id !== undefined) this.#shards.delete(id)
  }

  #nodeOf(address: Shards['node']): Node {
    const key = `${address.host}:${address.port}`
    let node = this.#nodes.get(key)
    if (!node) this.#nodes.set(key, (node = { pool: this.#options.open(address), avoidUntil: 0, names: new Map() }))
    return node
  }

  async #placement<Facts>(node: Node, shards: Shards, facts: Sql | undefined) {
    const group = sql`(select p.groupid from pg_dist_placement p where p.shardid = ${shards.id}) as owner_group`
    const query = facts ? sql`select facts.*, ${group} from (${facts}) facts` : sql`select ${group}`
    const { rows } = await this.#options.send(undefined, prepare(node, shards, query))
    return rows[0] as (Placement & Facts) | undefined
  }

  async #readRow<Row>(node: Node, shards: Shards, query: Sql): Promise<Row | undefined> {
    try {
      return (await this.#options.send(node.pool, prepare(node, shards, query))).rows[0] as Row | undefined
    } catch (error) {
      const isAnswer = typeof (error as pg.DatabaseError).severity === 'string'
      if (!isAnswer) node.avoidUntil = Date.now() + avoidMs
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#nodes.values()].map(({ pool }) => pool.end()))
  }
}

/** The text and the name are made once for each statement and shard. */
function prepare({ names }: Node, { id, names: shardNames }: Shards, query: Sql): SqlStatement {
  const { text, values, name } = statement(query)
  const key = `${id}${name ?? text}`
  const known = names.get(key)
  if (known) return { ...known, values }
  const prepared = { text: onShards(text, shardNames), values: [], name: undefined as string | undefined }
  if (name !== undefined && names.size < maxNames) {
    prepared.name = `${name}_${id}`
    names.set(key, prepared)
  }
  return { ...prepared, values }
}
