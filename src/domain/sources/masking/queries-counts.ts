import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const maxSums = 100

/** Sums up the counts of earlier days, of which each intake has added one. */
export async function sumMaskingCounts(db: Db) {
  const split = await db.rows<{ org_id: string; day: string; rule: string }>(sql`
    select org_id, day, rule from masking_count where day < (now() at time zone 'utc')::date
    group by org_id, day, rule having count(*) > 1 limit ${maxSums}`)
  for (const [org, rows] of Map.groupBy(split, (row) => row.org_id)) await sumOrgCounts(db, org, rows)
}

async function sumOrgCounts(db: Db, org: string, rows: readonly { day: string; rule: string }[]) {
  const removed = await db.rows<{ day: string; rule: string; count: number }>(sql`
    delete from masking_count where org_id = ${org} and (day, rule) in (
      select * from unnest(${rows.map((row) => row.day)}::date[], ${rows.map((row) => row.rule)}::text[]))
    returning day, rule, count`)
  const sums = [...Map.groupBy(removed, ({ day, rule }) => `${day} ${rule}`).values()].map((counts) => ({
    ...counts[0]!,
    id: newId(),
    count: counts.reduce((sum, { count }) => sum + count, 0),
  }))
  await db.run(sql`
    insert into masking_count (org_id, day, rule, id, count)
    select ${org}, day, rule, id, count
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as x (day date, rule text, id uuid, count bigint)`)
}
