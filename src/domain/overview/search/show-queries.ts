import type { Db } from '#store/open.ts'
import { join, raw, type Sql, sql } from '#store/sql.ts'
import type { Hit } from './order.ts'
import { queryOf, type Words } from './queries.ts'
import { columnOf, type Searchable, searchables, type SearchType, updatedOf } from './searchable.ts'

/** A hit with the texts of its fields; marks are control characters, which no text of ours holds. */
export type ShownHit = Hit & { updated_at: string; texts: (string | null)[] }

/** Of a field this much is looked through for marks. */
const maxMarked = 12_000
export const markStart = '\x02'
export const markEnd = '\x03'
const options = `HighlightAll=true, StartSel="${markStart}", StopSel="${markEnd}"`

const places = [0, 1, 2]
const textsOf = (type: Searchable) => raw(places.map((n) => `${columnOf(type, type.fields[n])} as text${n}`).join(', '))
const cut = (n: number) => raw(`left(text${n}, ${maxMarked})`)

/** The texts of these hits, in their order; what is gone meanwhile is left out. With words, these are marked. */
export async function textsOfHits(db: Db, org: string, hits: readonly Hit[], words?: Words): Promise<ShownHit[]> {
  const parts = (Object.keys(searchables) as SearchType[]).flatMap((name) => {
    const ids = hits.filter((hit) => hit.type === name).map((hit) => hit.id)
    const type = searchables[name]!
    return ids.length
      ? [
          sql`select ${raw(`'${name}'`)} as type, s.id, ${raw(updatedOf(type))} as updated_at, ${textsOf(type)} from ${raw(type.table)} s where s.org_id = ${org} and ${raw(type.shown)} and s.id = any(${ids}::uuid[])`,
        ]
      : []
  })
  if (parts.length === 0) return []
  const text = (n: number): Sql =>
    words ? sql`ts_headline('english', ${cut(n)}, (select q from query), ${options})` : cut(n)
  const rows = await db.rows<Omit<ShownHit, 'score'>>(sql`
    with query as materialized (select ${words ? queryOf(words) : raw('null')} as q)
    select type, id, updated_at, array[${join(places.map(text), ', ')}] as texts from (${join(parts, ' union all ')}) found`)
  const known = new Map(rows.map((row) => [`${row.type}/${row.id}`, row]))
  return hits.flatMap((hit) => {
    const row = known.get(`${hit.type}/${hit.id}`)
    return row ? [{ ...row, score: hit.score }] : []
  })
}

export const textsOfOne = async (db: Db, org: string, type: SearchType, id: string) =>
  (await textsOfHits(db, org, [{ type, id, score: 0 }]))[0]?.texts
