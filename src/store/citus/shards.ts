import type { Db } from '#store/db.ts'
import { sql } from '#store/sql.ts'

/** The shards of some organizations, and the worker that has them. */
export type Shards = {
  /** Of the table `insight`; the shards of the other tables are moved together with it. */
  id: number
  /** The worker in Citus' terms. */
  group: number
  node: { host: string; port: number }
  /** Names of the shards by the name of their table; tables that every node has are included. */
  names: ReadonlyMap<string, string>
}

/** The connection to the coordinator, with the address of another node. */
export function shardConnection<C extends { connectionString?: string | undefined }>(
  coordinator: C,
  node: Shards['node'],
): C {
  if (coordinator.connectionString === undefined) return { ...coordinator, ...node }
  const url = new URL(coordinator.connectionString)
  url.hostname = node.host.includes(':') ? `[${node.host}]` : node.host
  url.port = String(node.port)
  for (const name of ['host', 'port']) url.searchParams.delete(name)
  return { ...coordinator, connectionString: url.href }
}

export const findShardId = async (db: Pick<Db, 'first'>, org: string) =>
  (await db.first<{ id: number }>(sql`select get_shard_id_for_distribution_column('insight', ${org}::text) as id`))!.id

/** Undefined where the coordinator itself has them, or no node that is active. */
export async function findShards(db: Pick<Db, 'first' | 'rows'>, id: number): Promise<Shards | undefined> {
  const placement = await db.first<{ group: number; host: string; port: number }>(sql`
    select p.groupid as group, n.nodename as host, n.nodeport as port
    from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary' and n.isactive
    where p.shardid = ${id} and p.groupid <> 0`)
  if (!placement) return undefined
  const rows = await db.rows<{ name: string; shard: string }>(sql`
    select s.logicalrelid::regclass::text as name, shard_name(s.logicalrelid, s.shardid) as shard
    from pg_dist_shard anchor join pg_dist_partition a on a.logicalrelid = anchor.logicalrelid
    join pg_dist_partition t on t.colocationid = a.colocationid
    join pg_dist_shard s on s.logicalrelid = t.logicalrelid and s.shardminvalue = anchor.shardminvalue
    where anchor.shardid = ${id}
    union all
    select s.logicalrelid::regclass::text, shard_name(s.logicalrelid, s.shardid)
    from pg_dist_partition t join pg_dist_shard s on s.logicalrelid = t.logicalrelid
    where t.partmethod = 'n' and t.repmodel = 't'`)
  const { group, ...node } = placement
  return { id, group, node, names: new Map(rows.map(({ name, shard }) => [name, shard])) }
}

/** What may follow the name of a table that has no alias. */
const keywords = new Set(
  'where order group limit offset for on using union left right inner cross join as having'.split(' '),
)

/** The statement on the shards instead of their tables, which keep their names as aliases. */
export const onShards = (text: string, names: Shards['names']): string =>
  text.replaceAll(
    /\b(from|join)\s+([a-z_]+)\b(?!\s*\()(?:(\s+)(?:as\s+)?([a-z_]+))?/g,
    (found: string, ...groups: (string | undefined)[]) => {
      const [keyword, table = '', space = '', word] = groups
      const shard = names.get(table)
      if (shard === undefined) return found
      const hasAlias = word !== undefined && !keywords.has(word)
      return hasAlias ? `${keyword} ${shard} ${word}` : `${keyword} ${shard} ${table}${space}${word ?? ''}`
    },
  )
