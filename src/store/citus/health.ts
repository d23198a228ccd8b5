import type { Db } from '#store/db.ts'
import { sql } from '#store/sql.ts'

/** Nodes of the cluster that the coordinator cannot reach; undefined where there is no cluster. */
export async function countUnreachableNodes(db: Db): Promise<number | undefined> {
  if (!(await db.isDistributed())) return undefined
  const row = await db.first<{ n: number }>(sql`
    select count(*) filter (where not citus_check_connection_to_node(nodename, nodeport)) as n
    from pg_dist_node where isactive and noderole = 'primary' and groupid <> 0`)
  return row!.n
}
