import type { Db } from '#store/open.ts'
import { containing } from '#store/page.ts'
import { allOf, join, raw, type Sql, sql } from '#store/sql.ts'
import type { Hit } from './hits.ts'
import { filterConditions, orderedConditions, type SearchFilters } from './queries-filters.ts'
import {
  columnOf,
  scanLimitOf,
  type Searchable,
  searchables,
  searchVectorOf,
  type SearchType,
  tableOf,
} from './queries-searchable.ts'
import { toExactTsQuery, toTsQuery, type WordQuery } from './queries-words.ts'

/*
 * The rows a search reads are bounded, so that its cost does not grow with the organization. The newest rows are
 * scanned first, which finds common words. Only words that are rare there are looked up in the full-text index,
 * which reads every matching row.
 */

/** Newest matches per type that are ranked. */
export const maxCandidates = 200
/** The second scan reads this many times the rows, when the first found some matches but not enough. */
const scanFactor = 4
/** Rows read from the full-text index. */
const maxIndexRows = 20_000
/** Newest rows per type that are scanned for a substring. */
const maxSubstringRows = 2000

export type SearchScope = { types: readonly SearchType[]; filters: SearchFilters }

/** Which rows of a type are read: the newest, those found by the index, or all. */
type RowScope = { newest: number } | 'indexed' | 'all'
type CandidateQuery = {
  type: SearchType
  rows: RowScope
  match: (type: Searchable) => Sql
  score: (type: Searchable) => Sql
}

const literal = (n: number) => raw(String(n))

/** The filters that indexes have in the order of ids choose which rows are the newest. */
const scanned = (type: Searchable, org: string, filters: SearchFilters) =>
  allOf([sql`s.org_id = ${org}`, raw(type.visible), ...orderedConditions(type, filters)])

const newestRows = (type: Searchable, org: string, max: number, filters: SearchFilters) => sql`(
  select s.* from ${tableOf(type, org)} s where ${scanned(type, org, filters)}
  order by s.id desc limit ${literal(max)})`

type RowQuery = { scope: RowScope; filters: SearchFilters; conditions: readonly (Sql | undefined)[] }

function matchingRows(type: Searchable, org: string, { scope, filters, conditions }: RowQuery): Sql {
  if (typeof scope === 'object')
    return sql`select s.* from ${newestRows(type, org, scope.newest, filters)} s where ${allOf(conditions)}`
  const visible = [sql`s.org_id = ${org}`, raw(type.visible), ...conditions]
  if (scope === 'all') return sql`select s.* from ${tableOf(type, org)} s where ${allOf(visible)}`
  const indexed = sql`array[${raw(type.searchVectorOrg ?? 's.org_id')}] @> array[${org}]::text[]`
  return sql`select s.* from (
    select s.* from ${tableOf(type, org)} s where ${allOf([...visible, indexed])} limit ${literal(maxIndexRows)}) s`
}

/** The newest matches of one type, scored; undefined when the filters do not apply to the type. */
function candidates(org: string, filters: SearchFilters, query: CandidateQuery): Sql | undefined {
  const type = searchables[query.type]
  const conditions = type && filterConditions(org, type, filters)
  if (!conditions) return undefined
  const rows = matchingRows(type, org, {
    scope: query.rows,
    filters,
    conditions: [...conditions, query.match(type)],
  })
  return sql`(
    select ${raw(`'${query.type}'`)} as type, s.id, ${query.score(type)} as score
    from (${rows} order by s.id desc limit ${literal(maxCandidates)}) s)`
}

/** Whether a type has more rows than were scanned, as a key and value of a JSON object. */
function hasMoreRows(org: string, filters: SearchFilters, { type: name, rows }: CandidateQuery): Sql[] {
  const type = searchables[name]
  if (!type || typeof rows !== 'object') return []
  return [
    sql`${raw(`'${name}'`)}, exists (
      select 1 from ${tableOf(type, org)} s where ${scanned(type, org, filters)}
      offset ${literal(rows.newest)} limit 1)`,
  ]
}

type CandidateRow = { hits: [SearchType, string, number][] | null; truncated: Record<string, boolean> | null }
type SearchStatement = { filters: SearchFilters; words?: WordQuery; queries: readonly CandidateQuery[] }

/** One statement for all types; `truncated` are the types with more rows than were scanned. */
async function findCandidates(
  db: Db,
  org: string,
  { filters, words, queries }: SearchStatement,
): Promise<{ hits: Hit[]; truncated: ReadonlySet<string> }> {
  const parts = queries.flatMap((query) => candidates(org, filters, query) ?? [])
  if (parts.length === 0) return { hits: [], truncated: new Set() }
  const more = queries.flatMap((query) => hasMoreRows(org, filters, query))
  const row = await db.first<CandidateRow>(sql`
    with query as materialized (
      select ${words ? toTsQuery(words) : noQuery} as q, ${words ? toExactTsQuery(words) : noQuery} as exact),
      candidate as (${join(parts, ' union all ')})
    select (select json_agg(json_build_array(type, id, score)) from candidate) as hits,
      json_build_object(${join(more, ', ')}) as truncated`)
  return {
    hits: (row?.hits ?? []).map(([type, id, score]) => ({ type, id, score })),
    truncated: new Set(
      Object.entries(row?.truncated ?? {}).flatMap(([type, isTruncated]) => (isTruncated ? [type] : [])),
    ),
  }
}

const weights = raw(`'{0.1, 0.3, 0.6, 1}'`)
const query = raw('(select q from query)')
const exactQuery = raw('(select exact from query)')
const noQuery = raw('null::tsquery')
/** Factor of the score of a row that has only synonyms of the words. */
const synonymFactor = raw('0.6')
const match = (type: Searchable) => sql`${raw(searchVectorOf(type))} @@ ${query}`
const score = (type: Searchable) => {
  const vector = raw(searchVectorOf(type))
  const factor = sql`case when ${vector} @@ ${exactQuery} then 1 else ${synonymFactor} end`
  return sql`round(${factor} * ts_rank_cd(${weights}, ${vector}, ${query}, 32)::numeric, 4)::float8`
}

const newestScope = (type: SearchType, factor = 1): RowScope => {
  const limit = scanLimitOf(type)
  return limit === undefined ? 'all' : { newest: limit * factor }
}

/** The newest hits of each type that match the words, in no particular order. */
export async function findByWords(
  db: Db,
  org: string,
  words: WordQuery,
  { types, filters }: SearchScope,
): Promise<Hit[]> {
  const find = (queries: readonly CandidateQuery[]) => findCandidates(db, org, { filters, words, queries })
  const first = await find(types.map((type) => ({ type, rows: newestScope(type), match, score })))
  const countOf = (type: SearchType) => first.hits.filter((hit) => hit.type === type).length
  const tooFew = types.filter((type) => first.truncated.has(type) && countOf(type) < maxCandidates)
  if (tooFew.length === 0) return first.hits
  // A wider scan suffices if older rows match as often, with a margin of half; otherwise the index is used.
  const scopeOf = (type: SearchType): RowScope =>
    countOf(type) * scanFactor >= maxCandidates * 1.5 ? newestScope(type, scanFactor) : 'indexed'
  const second = await find(tooFew.map((type) => ({ type, rows: scopeOf(type), match, score })))
  return [...first.hits.filter((hit) => !tooFew.includes(hit.type)), ...second.hits]
}

/** Substring matches, for scripts without spaces and for parts of words. */
export async function findByText(db: Db, org: string, text: string, { types, filters }: SearchScope): Promise<Hit[]> {
  const pattern = containing(text)
  const columns = (type: Searchable) => type.fields.map((field) => columnOf(type, field))
  const contains = (type: Searchable) =>
    sql`(${join(
      columns(type).map((column) => sql`${raw(column)} ilike ${pattern}`),
      ' or ',
    )})`
  const titleFirst = (type: Searchable) =>
    sql`case when ${raw(columns(type)[0]!)} ilike ${pattern} then 0.3 else 0.2 end::float8`
  const rows = { newest: maxSubstringRows }
  const queries = types.map((type) => ({ type, rows, match: contains, score: titleFirst }))
  return (await findCandidates(db, org, { filters, queries })).hits
}

/** The given ids that are visible and pass the filters, with a score of 0. */
export async function findByIds(
  db: Db,
  org: string,
  ids: readonly string[],
  { types, filters }: SearchScope,
): Promise<Hit[]> {
  if (ids.length === 0) return []
  const isListed = () => sql`s.id = any(${ids}::uuid[])`
  const zero = () => raw('0::float8')
  const queries = types.map((type) => ({ type, rows: 'all' as const, match: isListed, score: zero }))
  return (await findCandidates(db, org, { filters, queries })).hits
}

/** The newest titles: the vocabulary for spelling correction. */
export const listRecentTitles = (db: Db, org: string, types: readonly SearchType[]) =>
  db.rows<{ title: string }>(
    join(
      types.flatMap((name) => {
        const type = searchables[name]
        if (!type) return []
        const title = raw(columnOf(type, type.fields[0]))
        return [
          sql`(
            select ${title} as title from ${tableOf(type, org)} s
            where s.org_id = ${org} and ${raw(type.visible)} and ${title} is not null
            order by s.id desc limit ${literal(maxSubstringRows)})`,
        ]
      }),
      ' union all ',
    ),
  )
