import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'
import { defaultCategories } from './categories.ts'

export async function insertCategories(db: Db, org: string) {
  const columnOf = (name: keyof (typeof defaultCategories)[number]) =>
    defaultCategories.map((category) => category[name])
  await db.run(sql`
    insert into category (org_id, key, name, description, color)
    select ${org}, key, name, description, color
    from unnest(${columnOf('key')}::text[], ${columnOf('name')}::text[], ${columnOf('description')}::text[],
      ${columnOf('color')}::text[])
      as start (key, name, description, color)`)
}

export const updateCategory = (db: Db, org: string, key: string, columns: Record<string, unknown>) =>
  db.run(sql`update category set ${assignments(columns)}, updated_at = now() where org_id = ${org} and key = ${key}`)
