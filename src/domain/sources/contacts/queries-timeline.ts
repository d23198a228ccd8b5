import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

type TimelineEntry = {
  type: 'feedback' | 'insight'
  id: string
  text: string
  source: string | null
  sentiment: Sentiment | null
  occurred_at: string
}

const maxTextLength = 280

/** Reads feedback and insights from an index each, then merges them. */
export const listContactTimeline = (
  db: Db,
  org: string,
  contactId: string,
  { limit, cursor: [at = null, id = null] }: { limit: number; cursor: readonly (string | number | null)[] },
) => {
  const before = sql`(${at}::timestamptz is null or (occurred_at, id) < (${at}::timestamptz, ${id}::uuid))`
  return db.rows<TimelineEntry>(sql`
    select * from (
      (select 'feedback' as type, id, left(coalesce(title, content), ${maxTextLength}) as text, source,
          null as sentiment, occurred_at
        from feedback
        where org_id = ${org} and contact_id = ${contactId} and deleted_at is null and ${before}
        order by occurred_at desc, id desc limit ${limit + 1})
      union all
      (select 'insight', id, name, source, sentiment, occurred_at from insight
        where org_id = ${org} and contact_id = ${contactId} and live and ${before}
        order by occurred_at desc, id desc limit ${limit + 1})) entry
    order by occurred_at desc, id desc limit ${limit + 1}`)
}
