import type pg from 'pg'
import { quoteIdentifier } from '#store/sql.ts'
import { type ForeignKey, type GlobalUnique, type Plan, readPlan } from './plan.ts'

/** The first table decides the number of shards; the others are placed beside it. */
const anchor = 'insight'

/**
 * Moves the tables of the plan into the cluster, in the transaction of the caller: all or nothing. Foreign keys are
 * dropped first and created last, because a table may refer only to tables that are in the cluster already.
 */
export async function distributeTables(client: pg.Client, plan: Plan): Promise<void> {
  await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
  await client.query('set local client_min_messages = warning')
  // Copies of vectors, which refer to a table that moves; a cluster searches in memory.
  await client.query('drop schema if exists semantic cascade')
  for (const key of plan.foreignKeys) await client.query(dropForeignKey(key))
  for (const index of plan.globalUniques) for (const text of replaceUnique(index)) await client.query(text)
  for (const name of plan.functions) await client.query('select create_distributed_function($1::regprocedure)', [name])
  for (const table of plan.reference) await client.query('select create_reference_table($1::regclass)', [table])
  for (const table of anchorFirst(plan.distribute))
    await client.query(`select create_distributed_table($1::regclass, 'org_id', colocate_with => $2)`, [
      table,
      table === anchor ? 'none' : anchor,
    ])
  for (const key of plan.foreignKeys) await client.query(addForeignKey(key))
}

/** After a migration on a distributed database. Returns the tables that joined the cluster. */
export async function distributeNewTables(client: pg.Client): Promise<string[]> {
  const plan = await readPlan(client)
  const moved = [...plan.reference, ...plan.distribute]
  if (moved.length || plan.functions.length) await distributeTables(client, plan)
  return moved
}

/** The rows that stayed on the coordinator when their tables were distributed: no statement reads them any more. */
export async function deleteLocalCopies(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)
       and pg_relation_size(oid) > 0`,
    [tables],
  )
  for (const { name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [name])
}

const anchorFirst = (tables: readonly string[]) => [
  ...tables.filter((name) => name === anchor),
  ...tables.filter((name) => name !== anchor),
]

const dropForeignKey = ({ table, name }: ForeignKey) =>
  `alter table ${quoteIdentifier(table)} drop constraint ${quoteIdentifier(name)}`

const addForeignKey = ({ table, name, definition }: ForeignKey) =>
  `alter table ${quoteIdentifier(table)} add constraint ${quoteIdentifier(name)} ${definition}`

/** The values are random: a plain index finds them, and no two organizations get the same one. */
const replaceUnique = ({ table, name, is_constraint, definition }: GlobalUnique) => [
  is_constraint
    ? `alter table ${quoteIdentifier(table)} drop constraint ${quoteIdentifier(name)}`
    : `drop index ${quoteIdentifier(name)}`,
  definition.replace(/^create unique index/i, 'create index'),
]
