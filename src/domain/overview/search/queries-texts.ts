import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import type { Hit } from './hits.ts'
import { columnOf, type Searchable, searchables, type SearchType, tableOf, updatedAtOf } from './queries-searchable.ts'
import { toTsQuery, type WordQuery } from './queries-words.ts'

/** A hit with the texts of its fields; highlight markers are control characters, which stored texts never contain. */
export type HitWithTexts = Hit & { updated_at: string; texts: (string | null)[] }

/** Only the start of a long field is highlighted. */
const maxHighlightedLength = 12_000
export const markStart = '\x02'
export const markEnd = '\x03'
const options = `HighlightAll=true, StartSel="${markStart}", StopSel="${markEnd}"`

const fieldIndexes = [0, 1, 2]
const fieldColumns = (type: Searchable) =>
  raw(fieldIndexes.map((n) => `${columnOf(type, type.fields[n])} as text${n}`).join(', '))
const truncatedField = (n: number) => raw(`left(text${n}, ${maxHighlightedLength})`)

/** The texts of hits, in their order, with `words` highlighted; hits deleted meanwhile are left out. */
export async function listTexts(db: Db, org: string, hits: readonly Hit[], words?: WordQuery): Promise<HitWithTexts[]> {
  const parts = (Object.keys(searchables) as SearchType[]).flatMap((name) => {
    const ids = hits.filter((hit) => hit.type === name).map((hit) => hit.id)
    const type = searchables[name]!
    if (ids.length === 0) return []
    return [
      sql`
        select ${raw(`'${name}'`)} as type, s.id, ${updatedAtOf(type, org)} as updated_at, ${fieldColumns(type)}
        from ${tableOf(type, org)} s
        where s.org_id = ${org} and ${raw(type.visible)} and s.id = any(${ids}::uuid[])`,
    ]
  })
  if (parts.length === 0) return []
  const text = (n: number): Sql =>
    words ? sql`ts_headline('english', ${truncatedField(n)}, (select q from query), ${options})` : truncatedField(n)
  const rows = await db.rows<Omit<HitWithTexts, 'score'>>(sql`
    with query as materialized (select ${words ? toTsQuery(words) : raw('null')} as q)
    select type, id, updated_at, array[${join(fieldIndexes.map(text), ', ')}] as texts
    from (${join(parts, ' union all ')}) found`)
  const rowByKey = new Map(rows.map((row) => [`${row.type}/${row.id}`, row]))
  return hits.flatMap((hit) => {
    const row = rowByKey.get(`${hit.type}/${hit.id}`)
    return row ? [{ ...row, score: hit.score }] : []
  })
}

export const findTexts = async (db: Db, org: string, type: SearchType, id: string) =>
  (await listTexts(db, org, [{ type, id, score: 0 }]))[0]?.texts
