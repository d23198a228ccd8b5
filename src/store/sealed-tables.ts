import type { Db } from './open.ts'
import { allOf, join, raw, sql } from './sql.ts'
import type { Vault } from './vault.ts'

/** The encrypted columns of a table; each value is bound to the context of its row. */
export type SealedTable = {
  table: string
  /** The primary key, with org_id unless the table belongs to the installation. */
  id: string
  columns: Readonly<Record<string, (org: string, id: string) => string>>
  /** As text, in a column that also has plain JSON. */
  isBase64?: true
  isGlobal?: true
}

type SealedRow = { id: string } & Record<string, Buffer | string | null>

/** Base64 of the first byte of a sealed value, which no JSON text starts with. */
const sealedPrefix = 'A'
const batchSize = 200

const listSealedRows = (
  db: Db,
  org: string,
  { table, id, columns, isBase64, isGlobal }: SealedTable,
  after: string | null,
) =>
  db.rows<SealedRow>(sql`
    select ${raw(id)} as id, ${raw(Object.keys(columns).join(', '))} from ${raw(table)}
    where ${allOf([
      !isGlobal && sql`org_id = ${org}`,
      after !== null && sql`${raw(id)} > ${after}`,
      sql`(${join(
        Object.keys(columns).map((column) =>
          isBase64 ? sql`left(${raw(column)}, 1) = ${sealedPrefix}` : sql`${raw(column)} is not null`,
        ),
        ' or ',
      )})`,
    ])}
    order by ${raw(id)} limit ${batchSize}`)

/** A sealed value and where it is stored. */
export type SealedValue = {
  place: { table: SealedTable; org: string; id: string; column: string }
  context: string
  sealed: Buffer
}

/** All sealed values that an organization, or the installation, has in a table, in batches of rows. */
export async function* listSealedValues(db: Db, org: string, table: SealedTable): AsyncGenerator<SealedValue> {
  let after: string | null = null
  for (;;) {
    const rows: SealedRow[] = await listSealedRows(db, org, table, after)
    for (const { id, ...values } of rows)
      for (const [column, contextOf] of Object.entries(table.columns)) {
        const stored = values[column] ?? null
        if (stored === null) continue
        const sealed = typeof stored === 'string' ? Buffer.from(stored, 'base64') : stored
        yield { place: { table, org, id, column }, context: contextOf(org, id), sealed }
      }
    if (rows.length < batchSize) return
    after = rows.at(-1)!.id
  }
}

/** Replaces a value unless it has changed since it was read. */
export function replaceSealedValue(db: Db, { place, sealed }: SealedValue, replacement: Buffer): Promise<number> {
  const { table, org, id, column } = place
  const stored = (value: Buffer) => (table.isBase64 ? value.toString('base64') : value)
  return db.run(sql`
    update ${raw(table.table)} set ${raw(column)} = ${stored(replacement)}
    where ${allOf([
      !table.isGlobal && sql`org_id = ${org}`,
      sql`${raw(table.id)} = ${id}`,
      sql`${raw(column)} = ${stored(sealed)}`,
    ])}`)
}

/** Undefined when the value was sealed with a key that the vault does not have. */
export function openOrUndefined(vault: Vault, { sealed, context }: SealedValue): string | undefined {
  try {
    return vault.open(sealed, context)
  } catch {
    return undefined
  }
}
