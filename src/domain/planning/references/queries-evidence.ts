import type { ReadCtx } from '#domain/context.ts'
import { insightThemesJson } from '#domain/queries-theme-references.ts'
import { countReturned } from '#store/count-returned.ts'
import type { Db } from '#store/open.ts'
import { after, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, sql } from '#store/sql.ts'

export type EvidenceTarget = { kind: 'initiative' | 'opportunity'; id: string }
type NewEvidence = { insightIds: readonly string[]; reason: string | null; user: string }
export type EvidenceFilters = { limit: number; cursor?: string; sentiment?: string[]; category?: string[] }

const newestFirst: Order = { by: 'i.id', type: 'uuid', descending: true }

/** Returns how many insights were not linked before. */
export const insertEvidence = (
  db: Db,
  org: string,
  { kind, id }: EvidenceTarget,
  { insightIds, reason, user }: NewEvidence,
) =>
  countReturned(
    db,
    sql`
    insert into ${raw(`${kind}_insight`)} (org_id, ${raw(`${kind}_id`)}, insight_id, reason, added_by)
    select ${org}, ${id}::uuid, insight_id, ${reason}, ${user} from unnest(${insightIds}::uuid[]) as insight_id
    on conflict do nothing returning insight_id`,
  )

export const deleteEvidence = (db: Db, org: string, { kind, id }: EvidenceTarget, insightId: string) =>
  db.run(sql`
    delete from ${raw(`${kind}_insight`)}
    where org_id = ${org} and ${raw(`${kind}_id`)} = ${id} and insight_id = ${insightId}`)

/** A page of live insights, newest first, as JSON text: the stored document with its themes and the link's fields. */
export async function listEvidenceJson(
  { db, org, cursors }: ReadCtx,
  { kind, id }: EvidenceTarget,
  filters: EvidenceFilters,
): Promise<string> {
  const rows = await db.rows<{ id: string; item: string }>(sql`
    select i.id, i.document || ',"themes":[' || coalesce(${insightThemesJson(org)}, '') || ']'
      || ',"reason":' || coalesce(to_json(l.reason)::text,
        'null') || ',"added_by":' || coalesce(to_json(l.added_by)::text, 'null')
      || ',"added_at":"' || iso(l.added_at) || '"}' as item
    from ${raw(`${kind}_insight`)} l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
    where ${allOf([
      sql`l.org_id = ${org} and l.${raw(`${kind}_id`)} = ${id}`,
      filters.sentiment && sql`i.sentiment = any(${filters.sentiment})`,
      filters.category && sql`i.category = any(${filters.category})`,
      after(newestFirst, filters.cursor === undefined ? undefined : cursors.read(filters.cursor), 'i.id'),
    ])}
    order by ${orderBy(newestFirst, 'i.id')} limit ${filters.limit + 1}`)
  const hasMore = rows.length > filters.limit
  const page = hasMore ? rows.slice(0, filters.limit) : rows
  const pagination = { next_cursor: hasMore ? cursors.write([page.at(-1)!.id]) : null, has_more: hasMore }
  return `{"data":[${page.map((row) => row.item).join(',')}],"pagination":${JSON.stringify(pagination)}}`
}
