/** Every pair of tables of which one refers to the other. A cluster hides its shards in pg_class only. */
export const referencesQuery = `
  select distinct f.relname::text as from, t.relname::text as to
  from pg_constraint c join pg_class f on f.oid = c.conrelid join pg_class t on t.oid = c.confrelid
  where c.contype = 'f' and c.conrelid <> c.confrelid and f.relnamespace = 'public'::regnamespace`

export type Reference = { from: string; to: string }

/** Orders tables so that each comes after the tables that it refers to. */
export function referencedFirst(references: readonly Reference[], names: ReadonlySet<string>): string[] {
  const order: string[] = []
  const visit = (name: string, path: readonly string[]) => {
    if (order.includes(name) || !names.has(name)) return
    if (path.includes(name)) throw new Error(`cyclic foreign keys: ${[...path, name].join(' → ')}`)
    for (const { from, to } of references) if (from === name) visit(to, [...path, name])
    order.push(name)
  }
  for (const name of [...names].sort()) visit(name, [])
  return order
}
