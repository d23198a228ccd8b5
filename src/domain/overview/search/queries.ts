import type { Db } from '#store/open.ts'
import { containing, instantOf } from '#store/page.ts'
import { every, join, raw, type Sql, sql } from '#store/sql.ts'
import { columnOf, type Searchable, searchables, type SearchType, wordsOf } from './searchable.ts'

export type Filters = {
  created_after?: string
  created_before?: string
  occurred_after?: string
  occurred_before?: string
  updated_since?: string
  segment_id?: string
  contact_id?: string
  source?: string[]
  tag?: string[]
  sentiment?: string[]
  category?: string[]
  theme_id?: string
}

/** A hit before it is shown; the marked texts carry their marks as control characters, which no text of ours holds. */
export type HitRow = { type: SearchType; id: string; score: number; updated_at: string; texts: (string | null)[] }
export type Found = { hits: HitRow[]; counts: Record<string, number> }
export type Place = { score: number; type: string; id: string }

/** Of each type the newest so many matches are ranked: enough to find the best among, and no more work in a large organization than in a small one. */
export const mostCandidates = 200
/** Of a field this much is looked through for marks. */
const mostMarked = 12_000
export const markStart = '\x02'
export const markEnd = '\x03'

/** Undefined when the type does not know what a filter asks: then nothing of it can match. */
function conditionsOf(type: Searchable, org: string, f: Filters): (Sql | undefined)[] | undefined {
  const { asked } = type
  const on = (given: unknown, column: string | undefined, condition: (column: Sql) => Sql) =>
    given === undefined ? undefined : column === undefined ? null : condition(raw(column))
  const all = [
    on(f.created_after, 's.created_at', (c) => sql`${c} >= ${instantOf(f.created_after!)}`),
    on(f.created_before, 's.created_at', (c) => sql`${c} < ${instantOf(f.created_before!)}`),
    on(f.updated_since, 's.updated_at', (c) => sql`${c} >= ${instantOf(f.updated_since!)}`),
    on(f.occurred_after, asked.occurred_at, (c) => sql`${c} >= ${instantOf(f.occurred_after!)}`),
    on(f.occurred_before, asked.occurred_at, (c) => sql`${c} < ${instantOf(f.occurred_before!)}`),
    on(f.segment_id, asked.segment_ids, (c) => sql`${c} @> array[${f.segment_id}]::uuid[]`),
    on(f.contact_id, asked.contact_id, (c) => sql`${c} = ${f.contact_id}`),
    on(f.source, asked.source, (c) => sql`${c} = any(${f.source})`),
    on(f.tag, asked.tags, (c) => sql`${c} && ${f.tag}`),
    on(f.sentiment, asked.sentiment, (c) => sql`${c} = any(${f.sentiment})`),
    on(f.category, asked.category, (c) => sql`${c} = any(${f.category})`),
    on(f.theme_id, asked.theme_ids, (c) => sql`${f.theme_id}::uuid = any(${c})`),
  ]
  return all.includes(null) ? undefined : [sql`s.org_id = ${org}`, raw(type.shown), ...(all as (Sql | undefined)[])]
}

const textsOf = (type: Searchable) => raw([0, 1, 2].map((n) => `${columnOf(type, type.fields[n])} as text${n}`).join(', '))

/** The newest rows of each type that match, with what `score` makes of each: it is worked out for those alone, for a common word matches thousands. */
function candidates(org: string, types: readonly SearchType[], filters: Filters, match: (type: Searchable) => Sql, score: (type: Searchable) => Sql): Sql | undefined {
  const parts = types.flatMap((name) => {
    const type = searchables[name]
    const conditions = type && conditionsOf(type, org, filters)
    return conditions
      ? [sql`(select ${raw(`'${name}'`)} as type, s.id, s.updated_at, ${score(type)} as score, ${textsOf(type)} from (
          select s.* from ${raw(type.table)} s where ${every([...conditions, match(type)])} order by s.id desc limit ${raw(String(mostCandidates))}) s where s.org_id = ${org})`]
      : []
  })
  return parts.length ? join(parts, ' union all ') : undefined
}

const after = (place: Place | undefined) =>
  place ? sql`where (-score, type, id) > (${-place.score}::float8, ${place.type}, ${place.id}::uuid)` : raw('')

/** One statement: candidates of every type, their counts, and the asked page of the best of them. */
async function pageOf(db: Db, from: Sql, shown: (column: string) => Sql, limit: number, place: Place | undefined, query: Sql): Promise<Found> {
  const row = await db.first<{ hits: HitRow[] | null; counts: Record<string, number> | null }>(sql`
    with query as materialized (${query}), candidate as materialized (${from}),
    page as (select * from candidate ${after(place)} order by -score, type, id limit ${limit + 1})
    select (select json_agg(json_build_object('type', type, 'id', id, 'score', score, 'updated_at', iso(updated_at),
        'texts', json_build_array(${shown('text0')}, ${shown('text1')}, ${shown('text2')})) order by -score, type, id) from page) as hits,
      (select json_object_agg(type, n) from (select type, count(*) as n from candidate group by type) c) as counts`)
  return { hits: row?.hits ?? [], counts: row?.counts ?? {} }
}

const nothing: Found = { hits: [], counts: {} }
const weights = raw(`'{0.1, 0.3, 0.6, 1}'`)
const options = `HighlightAll=true, StartSel="${markStart}", StopSel="${markEnd}"`

export type Words = { all: string } | { any: readonly string[] }

/** The last word may still be being typed. */
const lastWord = /^(.*?)([\p{L}\p{N}]{2,})$/su
function queryOf(words: Words): Sql {
  if ('any' in words) return words.any.length ? sql`to_tsquery('english', ${words.any.map((word) => `${word}:*`).join(' | ')})` : sql`''::tsquery`
  const typed = /["-]/.test(words.all) ? null : lastWord.exec(words.all)
  if (!typed || /\bor\s*$/i.test(typed[1]!)) return sql`websearch_to_tsquery('english', ${words.all})`
  return sql`websearch_to_tsquery('english', ${typed[1]!}) && to_tsquery('english', ${`${typed[2]!}:*`})`
}

export type Wanted = { types: readonly SearchType[]; filters: Filters; limit: number; place?: Place | undefined }

/** What holds the words. */
export function findByWords(db: Db, org: string, words: Words, { types, filters, limit, place }: Wanted): Promise<Found> {
  const asked = raw('(select q from query)')
  const from = candidates(org, types, filters, (type) => sql`${raw(wordsOf(type))} @@ ${asked}`,
    (type) => sql`round(ts_rank_cd(${weights}, ${raw(wordsOf(type))}, ${asked}, 32)::numeric, 4)::float8`)
  if (!from) return Promise.resolve(nothing)
  const marked = (column: string) => sql`ts_headline('english', left(${raw(column)}, ${raw(String(mostMarked))}), ${asked}, ${options})`
  return pageOf(db, from, marked, limit, place, sql`select ${queryOf(words)} as q`)
}

/** Of each type so many of the newest are looked through one by one, when no index finds anything. */
const mostLookedThrough = 2000

/** What holds the text as it stands, also inside words: for scripts without spaces and for parts of words. */
export function findByText(db: Db, org: string, text: string, { types, filters, limit, place }: Wanted): Promise<Found> {
  const pattern = containing(text)
  const fields = (type: Searchable) => type.fields.map((field) => columnOf(type, field))
  const from = candidates(org, types, filters,
    (type) => sql`s.id in (select x.id from ${raw(type.table)} x where x.org_id = ${org} order by x.id desc limit ${raw(String(mostLookedThrough))})
      and (${join(fields(type).map((column) => sql`${raw(column)} ilike ${pattern}`), ' or ')})`,
    (type) => sql`case when ${raw(fields(type)[0]!)} ilike ${pattern} then 0.3 else 0.2 end::float8`)
  if (!from) return Promise.resolve(nothing)
  return pageOf(db, from, (column) => sql`left(${raw(column)}, ${raw(String(mostMarked))})`, limit, place, raw('select 1 as q'))
}

/** The titles of the newest things: the words that people here use. */
export const recentTitles = (db: Db, org: string, types: readonly SearchType[]) =>
  db.rows<{ title: string }>(join(types.flatMap((name) => {
    const type = searchables[name]
    return type ? [sql`(select ${raw(columnOf(type, type.fields[0]))} as title from ${raw(type.table)} s where s.org_id = ${org} and ${raw(type.shown)}
      and ${raw(columnOf(type, type.fields[0]))} is not null order by s.id desc limit ${raw(String(mostLookedThrough))})`] : []
  }), ' union all '))

export const textsOfOne = (db: Db, org: string, type: Searchable, id: string) =>
  db.first<{ text0: string | null; text1: string | null; text2: string | null }>(sql`
    select ${textsOf(type)} from ${raw(type.table)} s where s.org_id = ${org} and s.id = ${id} and ${raw(type.shown)}`)

/** These, as far as they may be shown and pass the filters; their score is for the caller to say. */
export async function findByIds(db: Db, org: string, ids: readonly string[], { types, filters }: Pick<Wanted, 'types' | 'filters'>): Promise<HitRow[]> {
  const from = ids.length ? candidates(org, types, filters, () => sql`s.id = any(${ids}::uuid[])`, () => raw('0::float8')) : undefined
  if (!from) return []
  return (await pageOf(db, from, (column) => sql`left(${raw(column)}, ${raw(String(mostMarked))})`, types.length * mostCandidates, undefined, raw('select 1'))).hits
}
