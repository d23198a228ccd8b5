import type { Db } from '#store/db.ts'
import { sql } from '#store/sql.ts'

/** Nodes of the cluster that the coordinator cannot reach; undefined where there is no cluster. */
export async function countUnreachableNodes(db: Db): Promise<number | undefined> {
  if (!(await db.isDistributed())) return undefined
  // Over connections of its own: those kept from earlier statements are broken once a node has been restarted.
  const row = await db.first<{ n: number }>(sql`
    select count(*) filter (where not r.success) as n
    from (
      select array_agg(nodename::text) as hosts, array_agg(nodeport) as ports, array_agg('select 1'::text) as texts
      from pg_dist_node where isactive and noderole = 'primary' and groupid <> 0) n,
    master_run_on_worker(n.hosts, n.ports, n.texts, true) r`)
  return row!.n
}
