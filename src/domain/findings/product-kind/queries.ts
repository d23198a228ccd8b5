import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const maxItems = 200
/** What comes later in a long text tells little more. */
const maxLength = 600

type FirstItems = { product_kind: string | null; texts: string[] }

/** The first items are enough: what they are about does not change with each new one. */
export const getFirstItems = async (db: Db, org: string): Promise<FirstItems> =>
  (await db.first<FirstItems>(sql`
    select o.product_kind, array(
      select left(concat_ws('. ', f.title, f.content), ${maxLength}) from feedback f
      where f.org_id = ${org} and f.deleted_at is null order by f.id limit ${maxItems}) as texts
    from organization o where o.id = ${org}`))!

export const listThemesByName = (db: Db, org: string, names: readonly string[]) =>
  db.rows<{ id: string; name: string }>(sql`
    select id, lower(name) as name from theme
    where org_id = ${org} and lower(name) in (select lower(n) from unnest(${names}::text[]) n)
      and archived_at is null and merged_into_id is null`)
