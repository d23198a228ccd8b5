import type { Db } from '#store/open.ts'
import { containing } from '#store/page.ts'
import { allOf, join, raw, type Sql, sql } from '#store/sql.ts'
import { conditionsOf, type Filters } from './filters.ts'
import type { Hit } from './order.ts'
import { columnOf, newestOf, type Searchable, searchables, type SearchType, wordsOf } from './searchable.ts'

/*
 * What may be found is bounded, so that a search costs the same in a large organization as in a small one. The newest rows are looked through
 * one by one: a common word is found there often enough. Only a word that is rare among them is looked up in the index, which reads every row that holds it.
 */

/** Of each type the newest so many matches are ranked: enough to find the best among. */
export const maxCandidates = 200
/** How many times as many rows are looked through when the newest held some matches, but not enough. */
const wider = 4
/** Of what the index finds this many rows are read. */
const maxFetched = 20_000
/** Of each type so many of the newest are looked through for a text inside of words. */
const maxLookedThrough = 2000

export type Wanted = { types: readonly SearchType[]; filters: Filters }
export type Words = { all: string } | { any: readonly string[] }

/** Which rows of a type are looked at: so many of the newest, those that an index finds, or all there are. */
type Reach = { newest: number } | 'indexed' | 'all'
type Asked = { type: SearchType; reach: Reach; match: (type: Searchable) => Sql; score: (type: Searchable) => Sql }

const count = (n: number) => raw(String(n))

const newestRows = (type: Searchable, org: string, max: number) =>
  sql`(select s.* from ${raw(type.table)} s where s.org_id = ${org} and ${raw(type.shown)} order by s.id desc limit ${count(max)})`

/** The newest matches of one type with what `score` makes of each: it is worked out for those alone. Undefined when the filters rule the type out. */
function candidatesOf(org: string, filters: Filters, { type: name, reach, match, score }: Asked): Sql | undefined {
  const type = searchables[name]
  const asked = type && conditionsOf(type, filters)
  if (!asked) return undefined
  const own = [sql`s.org_id = ${org}`, raw(type.shown), ...asked, match(type)]
  const rows =
    reach === 'all'
      ? sql`select s.* from ${raw(type.table)} s where ${allOf(own)}`
      : reach === 'indexed'
        ? sql`select s.* from (select s.* from ${raw(type.table)} s where ${allOf([...own, sql`array[${raw(type.wordsOwner ?? 's.org_id')}] @> array[${org}]::text[]`])} limit ${count(maxFetched)}) s`
        : sql`select s.* from ${newestRows(type, org, reach.newest)} s where ${allOf([...asked, match(type)])}`
  return sql`(select ${raw(`'${name}'`)} as type, s.id, ${score(type)} as score from (${rows} order by s.id desc limit ${count(maxCandidates)}) s)`
}

type Row = { hits: [SearchType, string, number][] | null; beyond: Record<string, boolean> | null }

/** One statement for all types; `beyond` says of which there are more rows than were looked through. */
async function look(
  db: Db,
  org: string,
  filters: Filters,
  query: Sql,
  asked: readonly Asked[],
): Promise<{ hits: Hit[]; beyond: ReadonlySet<string> }> {
  const parts = asked.flatMap((one) => candidatesOf(org, filters, one) ?? [])
  if (parts.length === 0) return { hits: [], beyond: new Set() }
  const more = asked.flatMap(({ type: name, reach }) => {
    const type = searchables[name]
    return type && typeof reach === 'object'
      ? [
          sql`${raw(`'${name}'`)}, exists (select 1 from ${raw(type.table)} s where s.org_id = ${org} and ${raw(type.shown)} offset ${count(reach.newest)} limit 1)`,
        ]
      : []
  })
  const row = await db.first<Row>(sql`
    with query as materialized (select ${query} as q), candidate as (${join(parts, ' union all ')})
    select (select json_agg(json_build_array(type, id, score)) from candidate) as hits, json_build_object(${join(more, ', ')}) as beyond`)
  return {
    hits: (row?.hits ?? []).map(([type, id, score]) => ({ type, id, score })),
    beyond: new Set(Object.entries(row?.beyond ?? {}).flatMap(([type, more]) => (more ? [type] : []))),
  }
}

/** The last word may still be being typed. */
const lastWord = /^(.*?)([\p{L}\p{N}]{2,})$/su
export function queryOf(words: Words): Sql {
  if ('any' in words)
    return words.any.length
      ? sql`to_tsquery('english', ${words.any.map((word) => `${word}:*`).join(' | ')})`
      : sql`''::tsquery`
  const typed = /["-]/.test(words.all) ? null : lastWord.exec(words.all)
  if (!typed || /\bor\s*$/i.test(typed[1]!)) return sql`websearch_to_tsquery('english', ${words.all})`
  return sql`(websearch_to_tsquery('english', ${typed[1]!}) && to_tsquery('english', ${`${typed[2]!}:*`}))`
}

const weights = raw(`'{0.1, 0.3, 0.6, 1}'`)
const query = raw('(select q from query)')
const match = (type: Searchable) => sql`${raw(wordsOf(type))} @@ ${query}`
const score = (type: Searchable) =>
  sql`round(ts_rank_cd(${weights}, ${raw(wordsOf(type))}, ${query}, 32)::numeric, 4)::float8`

const nearest = (type: SearchType, times = 1): Reach => {
  const newest = newestOf(type)
  return newest === undefined ? 'all' : { newest: newest * times }
}

/** What holds the words: of each type the newest, in no order. */
export async function findByWords(db: Db, org: string, words: Words, { types, filters }: Wanted): Promise<Hit[]> {
  const near = await look(
    db,
    org,
    filters,
    queryOf(words),
    types.map((type) => ({ type, reach: nearest(type), match, score })),
  )
  const found = (type: SearchType) => near.hits.filter((hit) => hit.type === type).length
  const scarce = types.filter((type) => near.beyond.has(type) && found(type) < maxCandidates)
  if (scarce.length === 0) return near.hits
  const far = await look(
    db,
    org,
    filters,
    queryOf(words),
    scarce.map((type) => ({
      // Half as many again as it takes when the words stand as often further back.
      type,
      reach: found(type) * wider >= maxCandidates * 1.5 ? nearest(type, wider) : 'indexed',
      match,
      score,
    })),
  )
  return [...near.hits.filter((hit) => !scarce.includes(hit.type)), ...far.hits]
}

/** What holds the text as it stands, also inside words: for scripts without spaces and for parts of words. */
export async function findByText(db: Db, org: string, text: string, { types, filters }: Wanted): Promise<Hit[]> {
  const pattern = containing(text)
  const fields = (type: Searchable) => type.fields.map((field) => columnOf(type, field))
  const holds = (type: Searchable) =>
    sql`(${join(
      fields(type).map((column) => sql`${raw(column)} ilike ${pattern}`),
      ' or ',
    )})`
  const worth = (type: Searchable) =>
    sql`case when ${raw(fields(type)[0]!)} ilike ${pattern} then 0.3 else 0.2 end::float8`
  return (
    await look(
      db,
      org,
      filters,
      sql`null`,
      types.map((type) => ({ type, reach: { newest: maxLookedThrough }, match: holds, score: worth })),
    )
  ).hits
}

/** These, as far as they may be shown and pass the filters; their score is for the caller to say. */
export async function findByIds(
  db: Db,
  org: string,
  ids: readonly string[],
  { types, filters }: Wanted,
): Promise<Hit[]> {
  if (ids.length === 0) return []
  return (
    await look(
      db,
      org,
      filters,
      sql`null`,
      types.map((type) => ({
        type,
        reach: 'all',
        match: () => sql`s.id = any(${ids}::uuid[])`,
        score: () => raw('0::float8'),
      })),
    )
  ).hits
}

/** The titles of the newest things: the words that people here use. */
export const recentTitles = (db: Db, org: string, types: readonly SearchType[]) =>
  db.rows<{ title: string }>(
    join(
      types.flatMap((name) => {
        const type = searchables[name]
        return type
          ? [
              sql`(select ${raw(columnOf(type, type.fields[0]))} as title from ${raw(type.table)} s where s.org_id = ${org} and ${raw(type.shown)}
      and ${raw(columnOf(type, type.fields[0]))} is not null order by s.id desc limit ${count(maxLookedThrough)})`,
            ]
          : []
      }),
      ' union all ',
    ),
  )
