import type pg from 'pg'

export type Table = { name: string; columns: string[]; ofOrganization: boolean }
export type Reference = { table: string; name: string; definition: string }

const ownRecords = 'schema_migration'

/** Every table of ours with the columns that are stored, and none that PostgreSQL works out itself. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; of_organization: boolean }>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns, bool_or(a.attname = 'org_id') as of_organization
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> '${ownRecords}' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows.map(({ name, columns, of_organization }) => ({ name, columns, ofOrganization: of_organization }))
}

export async function referencesOf(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select c.conrelid::regclass::text as table, quote_ident(c.conname) as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'public' and c.contype = 'f' order by 1, 2`)
  return rows
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnsOf = ({ columns }: Table) => columns.map(quoted).join(', ')

const batch = 500

/** Every row as one line of JSON with the organization it belongs to, in batches, so that no table has to fit into memory. */
export async function* rowsOf(
  client: pg.Client,
  table: Table,
  where = '',
): AsyncGenerator<{ text: string; org: string }[]> {
  const org = table.ofOrganization ? 'x.org_id' : table.name === 'organization' ? 'x.id' : "''"
  await client.query(
    `declare backup_rows no scroll cursor for select row_to_json(x)::text as text, ${org} as org from (select ${columnsOf(table)} from ${quoted(table.name)} ${where}) x`,
  )
  for (;;) {
    const { rows } = await client.query<{ text: string; org: string }>(`fetch ${batch} from backup_rows`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close backup_rows')
}
