import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { after, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, sql } from '#store/sql.ts'

export type Supported = 'initiative' | 'opportunity'
type Why = { reason: string | null; by: string }
export type EvidenceFilters = { limit: number; cursor?: string; sentiment?: string[]; category?: string[] }

const newest: Order = { by: 'i.id', type: 'uuid', descending: true }

/** Links insights to what they support; returns how many were new. */
export const addEvidence = (
  db: Db,
  org: string,
  kind: Supported,
  id: string,
  insightIds: readonly string[],
  why: Why,
) =>
  db.run(sql`
    insert into ${raw(`${kind}_insight`)} (org_id, ${raw(`${kind}_id`)}, insight_id, reason, added_by)
    select ${org}, ${id}::uuid, insight_id, ${why.reason}, ${why.by} from unnest(${insightIds}::uuid[]) as insight_id
    on conflict do nothing`)

export const removeEvidence = (db: Db, org: string, kind: Supported, id: string, insightId: string) =>
  db.run(
    sql`delete from ${raw(`${kind}_insight`)} where org_id = ${org} and ${raw(`${kind}_id`)} = ${id} and insight_id = ${insightId}`,
  )

/** A page of the live insights behind something, newest first, as JSON text: the stored document with its themes and why it is there. */
export async function pageOfEvidence(
  { db, org, cursors }: Ctx,
  kind: Supported,
  id: string,
  filters: EvidenceFilters,
): Promise<string> {
  const rows = await db.rows<{ id: string; item: string }>(sql`
    select i.id, i.document || ',"themes":' || coalesce((
        select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by array_position(i.theme_ids, t.id))
        from theme t where t.org_id = i.org_id and t.id = any(i.theme_ids) and t.archived_at is null)::text, '[]')
      || ',"reason":' || coalesce(to_json(l.reason)::text, 'null') || ',"added_by":' || coalesce(to_json(l.added_by)::text, 'null')
      || ',"added_at":"' || iso(l.added_at) || '"}' as item
    from ${raw(`${kind}_insight`)} l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
    where ${allOf([
      sql`l.org_id = ${org} and l.${raw(`${kind}_id`)} = ${id}`,
      filters.sentiment && sql`i.sentiment = any(${filters.sentiment})`,
      filters.category && sql`i.category = any(${filters.category})`,
      after(newest, filters.cursor === undefined ? undefined : cursors.read(filters.cursor), 'i.id'),
    ])}
    order by ${orderBy(newest, 'i.id')} limit ${filters.limit + 1}`)
  const more = rows.length > filters.limit
  const shown = more ? rows.slice(0, filters.limit) : rows
  const pagination = { next_cursor: more ? cursors.write([shown.at(-1)!.id]) : null, has_more: more }
  return `{"data":[${shown.map((row) => row.item).join(',')}],"pagination":${JSON.stringify(pagination)}}`
}
