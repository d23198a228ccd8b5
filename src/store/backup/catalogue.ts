import pg from 'pg'
import { isDistributed } from '#store/citus/cluster.ts'
import { quoteIdentifier } from '#store/sql.ts'

export type BackupTable = { name: string; columns: string[]; ofOrganization: boolean }
type ForeignKey = { table: string; name: string; definition: string }

/** The list of migrations is in the header of a backup; the directory of keys is derived from other tables. */
const notListed = ['schema_migration', 'key_directory']

/** Every table of the schema with its stored columns; generated ones are computed again by PostgreSQL. */
export async function listTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; of_organization: boolean }>(
    `
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
      bool_or(a.attname = 'org_id') as of_organization
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> all($1)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`,
    [notListed],
  )
  return rows.map(({ name, columns, of_organization }) => ({ name, columns, ofOrganization: of_organization }))
}

export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where t.relnamespace = 'public'::regnamespace and c.contype = 'f' order by 1, 2`)
  return rows
}

export const columnList = (columns: readonly string[]) => columns.map(quoteIdentifier).join(', ')

export const rowsPerBatch = 500

type ReadOptions = {
  where?: string
  /** The name of a column in the backup, where it differs. */
  nameOf?: (column: string) => string
}

/** Every row as one line of JSON with its organization, in batches, so that no table has to fit into memory. */
export async function* readRows(
  client: pg.Client,
  table: BackupTable,
  { where = '', nameOf = (column) => column }: ReadOptions = {},
): AsyncGenerator<{ text: string; org: string }[]> {
  const select = (await isDistributed(client)) ? rowsOfNodes : rowsOfTable
  await client.query(`declare backup_rows no scroll cursor for ${select(table, nameOf, where)}`)
  for (;;) {
    const { rows } = await client.query<{ text: string; org: string }>(`fetch ${rowsPerBatch} from backup_rows`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close backup_rows')
}

type NameOf = NonNullable<ReadOptions['nameOf']>

function rowsOfTable(table: BackupTable, nameOf: NameOf, where: string): string {
  const columns = table.columns.map((column) => `${quoteIdentifier(column)} as ${quoteIdentifier(nameOf(column))}`)
  return `select row_to_json(x)::text as text, ${organizationColumn(table)} as org
    from (select ${columns.join(', ')} from ${quoteIdentifier(table.name)} ${where}) x`
}

/** The same text, composed: workers of a cluster do not know the names of the columns of a sub-query. */
function rowsOfNodes(table: BackupTable, nameOf: NameOf, where: string): string {
  const fields = table.columns.map((column) => {
    const name = pg.escapeLiteral(`${JSON.stringify(nameOf(column))}:`)
    return `${name} || coalesce(to_json(${quoteIdentifier(column)})::text, 'null')`
  })
  return `select '{' || array_to_string(array[${fields.join(', ')}], ',') || '}' as text,
    ${organizationColumn(table)} as org from ${quoteIdentifier(table.name)} x ${where}`
}

function organizationColumn({ name, ofOrganization }: BackupTable): string {
  if (ofOrganization) return 'x.org_id'
  return name === 'organization' ? 'x.id' : "''"
}
