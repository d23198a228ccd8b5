import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export const findFirstOrganization = (db: Db) =>
  db.first<{ id: string }>(sql`
    select id from organization o
    where not is_demo and not exists (select 1 from organization_deletion d where d.id = o.id)
    order by created_at, id limit 1`)
