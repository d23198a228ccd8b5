import type { Static } from 'typebox'
import type { Masking } from '#contract/resources/masking.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

type View = Static<typeof Masking>
export type MaskingSettings = Omit<View, 'daily' | 'problem'>

/** As stored: without what was never set. */
export const getMaskingSettings = async (db: Db, org: string): Promise<Partial<MaskingSettings>> =>
  (await db.first<{ masking: Partial<MaskingSettings> }>(sql`select masking from organization where id = ${org}`))!
    .masking

/** Two changes at once could together exceed the limit of the patterns. */
export const lockMaskingSettings = async (db: Db, org: string): Promise<Partial<MaskingSettings>> =>
  (await db.first<{ masking: Partial<MaskingSettings> }>(
    sql`select masking from organization where id = ${org} for no key update`,
  ))!.masking

export const insertMaskingCounts = (db: Db, org: string, counts: ReadonlyMap<string, number>) =>
  db.run(sql`
    insert into masking_count (org_id, day, rule, id, count)
    select ${org}, (now() at time zone 'utc')::date, rule, id, count
    from unnest(${[...counts.keys()]}::text[], ${[...counts.keys()].map(() => newId())}::uuid[],
      ${[...counts.values()]}::bigint[]) as c (rule, id, count)`)

const reportDays = 30

export const listMaskingCounts = (db: Db, org: string) =>
  db.rows<View['daily'][number]>(sql`
    select day, rule, sum(count)::bigint as count from masking_count
    where org_id = ${org} and day > (now() at time zone 'utc')::date - ${reportDays}::int
    group by day, rule order by day desc, rule`)
