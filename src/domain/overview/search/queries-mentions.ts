import type { Aspects } from '#engine/naming/aspects.ts'
import type { TopicSense } from '#engine/ask/topic-senses.ts'
import type { Db } from '#store/open.ts'
import { allOf, join, raw, type Sql, sql } from '#store/sql.ts'
import { filterConditions, orderedConditions, type SearchFilters } from './queries-filters.ts'
import { searchables } from './queries-searchable.ts'
import { anyPattern } from './queries-words.ts'

/* Insights that speak of a topic, found by words and aspects. */

/** Insights with the words of a topic that are read. */
export const maxMentions = 2000
/** Rows read from the full-text index. */
const maxIndexRows = 20_000
/** Newest insights that are tried before the full-text index, which has all matches in no order. */
const maxScanned = 10_000

export const matchConditions = (org: string, filters: SearchFilters): Sql =>
  allOf([raw(searchables.insight!.visible), ...(filterConditions(org, searchables.insight!, filters) ?? [])])

const hasWords = (sense: TopicSense): Sql => sql`s.search_vector @@ to_tsquery('english', ${anyPattern(sense)})`

/** Also by what the index does not have: the ends of words, and aspects. */
function speaksOf(org: string, sense: TopicSense): Sql {
  const endings = sense.patterns.flatMap(({ written }) => /^\*([^\s*]+)\*?$/.exec(written)?.[1] ?? [])
  const ways = [
    hasWords(sense),
    ...(endings.length
      ? [sql`concat_ws(' ', s.name, s.quote) ilike any(${endings.map((ending) => `%${ending}%`)})`]
      : []),
    ...(sense.aspects.length
      ? [
          sql`exists (select 1 from insight_vector v where v.org_id = s.org_id and v.org_id = ${org}
            and v.insight_id = s.id and v.aspects ?| ${sense.aspects})`,
        ]
      : []),
  ]
  return sql`(${join(ways, ' or ')})`
}

type Mention = { id: string; text: string; aspects: Aspects | null }
type MentionQuery = { senses: readonly TopicSense[]; needsAll: boolean }

/** The newest insights that may speak of a topic, of all of its parts or of any. */
export const listMentions = (db: Db, org: string, { senses, needsAll }: MentionQuery, filters: SearchFilters) => {
  const columns = raw('s.id, s.name, s.quote, s.description')
  const operator = needsAll ? ' and ' : ' or '
  const ofParts = (condition: (sense: TopicSense) => Sql) => sql`(${join(senses.map(condition), operator)})`
  const conditions = matchConditions(org, filters)
  const isNewest = allOf([sql`s.org_id = ${org} and s.live`, ...orderedConditions(searchables.insight!, filters)])
  return db.rows<Mention>(sql`
    with near as materialized (
      select ${columns} from (
        select * from insight s where ${isNewest} order by s.id desc limit ${maxScanned}) s
      where ${ofParts((sense) => speaksOf(org, sense))} and ${conditions} limit ${maxMentions}),
    is_filled as materialized (
      select count(*) >= ${maxMentions} or not exists (
        select 1 from insight s where ${isNewest} offset ${maxScanned} limit 1) as filled from near)
    select s.id, concat_ws(' ', s.name, s.quote, s.description) as text, v.aspects from (
      select * from near
      union
      select * from (
        select ${columns} from insight s
        where s.org_id = ${org} and array[s.org_id] @> array[${org}]::text[] and ${ofParts(hasWords)} and ${conditions}
          and not (select filled from is_filled)
        limit ${maxIndexRows}) s) s
    left join insight_vector v on v.org_id = ${org} and v.insight_id = s.id
    order by s.id desc limit ${maxMentions}`)
}
