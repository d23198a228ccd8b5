import type { Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** Every column, constraint, index, function and view outside of PostgreSQL's own schemas and of extensions. */
export async function describeCatalogue(store: Store): Promise<string[]> {
  const rows = await store.rows<{ line: string }>(sql`
    with schema as (select oid, nspname from pg_namespace where nspname !~ '^(pg_|information_schema)'),
      relation as (select c.oid, s.nspname || '.' || c.relname as name, c.relkind, c.reloptions
        from pg_class c join schema s on s.oid = c.relnamespace)
    select 'column ' || r.name || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
      || a.attnotnull || ' ' || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
    from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum where r.relkind in ('r', 'p')
    union all
    select 'options ' || name || ' ' || reloptions::text from relation where reloptions is not null
    union all
    select 'constraint ' || r.name || ' ' || c.conname || ' ' || c.convalidated || ' ' || pg_get_constraintdef(c.oid)
    from relation r join pg_constraint c on c.conrelid = r.oid and c.contype <> 'n'
    union all
    select 'index ' || x.indisvalid || ' ' || pg_get_indexdef(x.indexrelid)
    from relation r join pg_index x on x.indrelid = r.oid
    union all
    select 'sequence ' || schemaname || '.' || sequencename || ' ' || coalesce(last_value::text, 'unused')
    from pg_sequences
    union all
    select 'view ' || name from relation where relkind = 'v'
    union all
    select pg_get_functiondef(p.oid) from pg_proc p join schema s on s.oid = p.pronamespace
    where p.prokind = 'f' and not exists (
      select 1 from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
    union all
    select 'extension ' || extname from pg_extension`)
  return rows.map(({ line }) => line).sort()
}
