import type { ReadCtx } from '#domain/context.ts'
import { suggestedImportance } from '#engine/importance/suggested-importance.ts'
import { insightThemesJson } from '#domain/queries-theme-references.ts'
import { countReturned } from '#store/count-returned.ts'
import type { Db } from '#store/open.ts'
import { after, type Order, orderBy, pageOf, readCursor } from '#store/page.ts'
import { allOf, empty, raw, sql } from '#store/sql.ts'
import type { Importance } from '#vocabulary/importance.ts'

const hasImportance = { initiative: false, opportunity: true }
const evidenceTables = { initiative: 'initiative_insight', opportunity: 'opportunity_insight' }
type EvidenceTarget = { kind: keyof typeof evidenceTables; id: string }
type NewEvidence = {
  insightIds: readonly string[]
  reason: string | null
  user: string
  /** Of opportunities. */
  importance?: Importance | null
}
type EvidenceFilters = {
  limit: number
  cursor?: string
  sentiment?: string[]
  category?: string[]
  importance?: string[]
}

const newestFirst: Order = { by: 'i.id', type: 'uuid', descending: true }

/** Returns how many insights were not linked before. */
export const insertEvidence = (
  db: Db,
  org: string,
  { kind, id }: EvidenceTarget,
  { insightIds, reason, user, importance }: NewEvidence,
) =>
  countReturned(
    db,
    sql`
    insert into ${raw(evidenceTables[kind])} (org_id, ${raw(`${kind}_id`)}, insight_id, reason, added_by
      ${importance ? raw(', importance') : empty})
    select ${org}, ${id}::uuid, insight_id, ${reason}, ${user} ${importance ? sql`, ${importance}` : empty}
    from unnest(${insightIds}::uuid[]) as insight_id
    on conflict do nothing returning insight_id`,
  )

export const deleteEvidence = (db: Db, org: string, { kind, id }: EvidenceTarget, insightId: string) =>
  db.run(sql`
    delete from ${raw(evidenceTables[kind])}
    where org_id = ${org} and ${raw(`${kind}_id`)} = ${id} and insight_id = ${insightId}`)

type EvidenceRow = { id: string; item: string; words: string; importance: Importance | null }

const importanceJson = ({ words, importance }: EvidenceRow) =>
  `,"importance":${JSON.stringify(importance)},"suggested_importance":${JSON.stringify(suggestedImportance(words))}`

/** A page of live insights, newest first, as JSON text: the stored document with its themes and the link's fields. */
export async function listEvidenceJson(
  { db, org, cursors }: ReadCtx,
  { kind, id }: EvidenceTarget,
  filters: EvidenceFilters,
): Promise<string> {
  const rows = await db.rows<EvidenceRow>(sql`
    select i.id, i.document || ',"themes":[' || coalesce(${insightThemesJson(org)}, '') || ']'
      || ',"reason":' || coalesce(to_json(l.reason)::text,
        'null') || ',"added_by":' || coalesce(to_json(l.added_by)::text, 'null')
      || ',"added_at":"' || iso(l.added_at) || '"' as item, coalesce(i.quote, i.name) as words,
      ${hasImportance[kind] ? raw('l.importance') : raw('null')} as importance
    from ${raw(evidenceTables[kind])} l
    join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
    where ${allOf([
      sql`l.org_id = ${org} and l.${raw(`${kind}_id`)} = ${id}`,
      filters.sentiment && sql`i.sentiment = any(${filters.sentiment})`,
      filters.category && sql`i.category = any(${filters.category})`,
      filters.importance && sql`l.importance = any(${filters.importance})`,
      after(newestFirst, readCursor(cursors, filters.cursor), 'i.id'),
    ])}
    order by ${orderBy(newestFirst, 'i.id')} limit ${filters.limit + 1}`)
  const { data, pagination } = pageOf(rows, filters.limit, (last) => cursors.write([last.id]))
  const items = data.map((row) => `${row.item}${hasImportance[kind] ? importanceJson(row) : ''}}`)
  return `{"data":[${items.join(',')}],"pagination":${JSON.stringify(pagination)}}`
}
