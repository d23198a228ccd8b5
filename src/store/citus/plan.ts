import type pg from 'pg'

/**
 * Copied to every node: the check of who asks and the names of people are joined to the rows asked for. Each write to
 * one of them reaches all nodes, so nothing that a request changes regularly belongs here.
 */
export const referenceTables = ['api_key', 'app_token', 'app_user', 'invitation', 'membership', 'organization']

type Kind = 'distributed' | 'reference' | 'local'
type TableFacts = { name: string; kind: Kind; has_org_key: boolean; is_owned: boolean }
export type ForeignKey = { table: string; name: string; definition: string; to: string }
/** A unique index without the organization: it cannot span nodes, and a plain one takes its place. */
export type GlobalUnique = { table: string; name: string; is_constraint: boolean; definition: string }

export type Plan = {
  /** Tables not in the cluster yet. */
  distribute: string[]
  reference: string[]
  /** On the coordinator only. */
  local: string[]
  /** Tables that are in the cluster already. */
  done: string[]
  foreignKeys: ForeignKey[]
  globalUniques: GlobalUnique[]
  functions: string[]
  /** Tables that belong to another role. */
  foreignOwned: string[]
}

/** Read from the catalogue: a table whose primary key starts with org_id belongs to an organization. */
export async function readPlan(client: pg.Client): Promise<Plan> {
  const tables = await listTables(client)
  const names = (wanted: (table: TableFacts) => boolean) => tables.filter(wanted).map(({ name }) => name)
  const isReference = ({ name }: TableFacts) => referenceTables.includes(name)
  const distribute = names((table) => table.kind === 'local' && table.has_org_key && !isReference(table))
  const reference = names((table) => table.kind === 'local' && isReference(table))
  const moved = [...distribute, ...reference]
  return {
    distribute,
    reference,
    local: names((table) => table.kind === 'local' && !table.has_org_key && !isReference(table)),
    done: names((table) => table.kind !== 'local'),
    foreignKeys: await listForeignKeys(client, moved),
    globalUniques: await listGlobalUniques(client, distribute),
    functions: await listFunctions(client),
    foreignOwned: names((table) => moved.includes(table.name) && !table.is_owned),
  }
}

/** Tables that Citus manages on the coordinator, because they refer to a reference table, count as local. */
const listTables = async (client: pg.Client) =>
  (
    await client.query<TableFacts>(`
      select c.relname as name, pg_has_role(c.relowner, 'USAGE') as is_owned,
        case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as kind,
        exists (select 1 from pg_index x join pg_attribute a on a.attrelid = c.oid and a.attnum = x.indkey[0]
          where x.indrelid = c.oid and x.indisprimary and a.attname = 'org_id') as has_org_key
      from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`)
  ).rows

const listForeignKeys = async (client: pg.Client, tables: readonly string[]) =>
  (
    await client.query<ForeignKey>(
      `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition, f.relname as to
       from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class f on f.oid = k.confrelid
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace
         and (c.relname = any($1) or f.relname = any($1)) order by 1, 2`,
      [tables],
    )
  ).rows

const listGlobalUniques = async (client: pg.Client, tables: readonly string[]) =>
  (
    await client.query<GlobalUnique>(
      `select c.relname as table, i.relname as name, k.oid is not null as is_constraint,
         pg_get_indexdef(x.indexrelid) as definition
       from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
       left join pg_constraint k on k.conindid = x.indexrelid and k.conrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and x.indisunique
         and not exists (select 1 from pg_attribute a
           where a.attrelid = c.oid and a.attname = 'org_id' and a.attnum = any(x.indkey)) order by 1, 2`,
      [tables],
    )
  ).rows

/** Our own, without those of extensions, that the workers do not have yet. */
const listFunctions = async (client: pg.Client) =>
  (
    await client.query<{ signature: string }>(`
      select p.oid::regprocedure::text as signature from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
        and not exists (select 1 from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        and not exists (select 1 from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
      order by 1`)
  ).rows.map(({ signature }) => signature)
