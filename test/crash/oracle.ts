import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { InsightFacts, Ledger } from './ledger.ts'

/* Compares the rows of the database with the ledger, without asking the server. */

export async function findInconsistencies(db: Db, org: string, ledger: Ledger): Promise<string[]> {
  return [
    ...ledger.unexpectedResponses,
    ...(await themesAsAcknowledged(db, org, ledger)),
    ...(await insightsAsAcknowledged(db, org, ledger)),
    ...(await projectsAsAcknowledged(db, org, ledger)),
    ...(await eventsMatchWrites(db, org, ledger)),
    ...(await effectsMatchKeys(db, org, ledger)),
    ...(await findDerivedDataErrors(db, org)),
  ]
}

const texts = (items: readonly string[]) => JSON.stringify(items.toSorted())

type Named = { id: string; name: string }

/** Every acknowledged object exists exactly once in its last acknowledged state, and no other objects exist. */
function compare<Row extends Named>(
  what: string,
  rows: Row[],
  expected: ReadonlyMap<string, Named>,
  differences: (row: Row) => string[],
) {
  const byName = Map.groupBy(rows, (row) => row.name)
  const duplicates = [...byName].filter(([, same]) => same.length > 1)
  const existing = new Set(rows.map((row) => row.id))
  const lost = [...expected.values()].filter(({ id }) => !existing.has(id))
  const orphans = rows.filter(({ id, name }) => !expected.has(id) && byName.get(name)!.length === 1)
  const known = rows.filter(({ id }) => expected.has(id))
  return [
    ...duplicates.map(([name, same]) => `duplicated: ${same.length} ${what}s are called “${name}”`),
    ...lost.map(({ name }) => `lost: the acknowledged ${what} “${name}” does not exist`),
    ...orphans.map(({ name }) => `orphan: the ${what} “${name}” was never acknowledged`),
    ...known.flatMap((row) => differences(row).map((difference) => `lost: ${what} “${row.name}” ${difference}`)),
  ]
}

type ThemeRow = { id: string; name: string; notes: string | null; merged_into_id: string | null }

async function themesAsAcknowledged(db: Db, org: string, { themes }: Ledger): Promise<string[]> {
  const rows = await db.rows<ThemeRow>(sql`select id, name, notes, merged_into_id from theme where org_id = ${org}`)
  return compare('theme', rows, themes, (row) => {
    const { name, notes, mergedInto } = themes.get(row.id)!
    return different({ name, notes, merged_into_id: mergedInto }, row)
  })
}

type InsightRow = Named & {
  description: string | null
  theme_ids: string[]
  quote: string | null
  deleted: boolean
  merged_into_id: string | null
  quotes: string[]
}

async function insightsAsAcknowledged(db: Db, org: string, { insights }: Ledger): Promise<string[]> {
  const rows = await db.rows<InsightRow>(sql`
    select id, name, description, theme_ids::text[] as theme_ids, quote, deleted_at is not null as deleted, merged_into_id,
      array(select text from quote q where q.org_id = i.org_id and q.insight_id = i.id) as quotes
    from insight i where org_id = ${org}`)
  return compare('insight', rows, insights, (row) => insightDifferences(insights.get(row.id)!, row))
}

const insightDifferences = (
  { name, description, themes, quotes, quote, deleted, mergedInto }: InsightFacts,
  row: InsightRow,
) => [
  ...different({ name, description, deleted, merged_into_id: mergedInto, ...(mergedInto === null && { quote }) }, row),
  // A merged insight keeps its old list of themes, which no request can read.
  ...(mergedInto === null ? differentLists('themes', themes, row.theme_ids) : []),
  ...differentLists('quotes', quotes, row.quotes),
]

type ProjectRow = Named & { status: string; overview: string; moves: number }

async function projectsAsAcknowledged(db: Db, org: string, { projects }: Ledger): Promise<string[]> {
  const rows = await db.rows<ProjectRow>(sql`
    select p.id, p.title as name, p.status, s.content as overview,
      (select count(*) from project_status_change c where c.org_id = p.org_id and c.project_id = p.id) as moves
    from project p left join project_section s on s.org_id = p.org_id and s.project_id = p.id and s.key = 'overview' where p.org_id = ${org}`)
  return compare('project', rows, projects, (row) => {
    const { name, status, overview, moves } = projects.get(row.id)!
    return different({ name, status, overview, moves }, row)
  })
}

/** Every acknowledged write has exactly one audit event. */
async function eventsMatchWrites(db: Db, org: string, { intents }: Ledger): Promise<string[]> {
  const [row] = await db.rows<{ requests: number }>(
    sql`select count(distinct request_id) as requests from event where org_id = ${org}`,
  )
  const acknowledged = intents.filter((intent) => intent.acknowledged).length
  return row!.requests === acknowledged
    ? []
    : [`wrong audit log: ${row!.requests} writes are logged, ${acknowledged} were acknowledged`]
}

const differentLists = (what: string, expected: string[], found: string[]) =>
  texts(expected) === texts(found) ? [] : [`has the ${what} ${texts(found)}, acknowledged: ${texts(expected)}`]

type Fields = Record<string, unknown>

const different = (expected: object, row: object) =>
  Object.entries(expected)
    .filter(([name, value]) => value !== (row as Fields)[name])
    .map(
      ([name, value]) => `has ${name} ${JSON.stringify((row as Fields)[name])}, acknowledged: ${JSON.stringify(value)}`,
    )

type KeyRow = { key: string; status: number; body: string }

/** Every acknowledged request has one stored response, equal to the one sent. */
async function effectsMatchKeys(db: Db, org: string, { intents }: Ledger): Promise<string[]> {
  const rows = await db.rows<KeyRow>(sql`select key, status, body from idempotency where org_id = ${org}`)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const acknowledged = intents.filter((intent) => intent.acknowledged)
  const known = new Set(acknowledged.map(({ key }) => key))
  return [
    ...acknowledged.flatMap(({ key, what, acknowledged: response }) => {
      const row = byKey.get(key)
      if (!row) return [`lost: no response is stored for the acknowledged ${what} ${key}`]
      const { idempotency: _, ...body } = JSON.parse(response!.text) as Record<string, unknown>
      const same = row.status === response!.status && JSON.stringify(JSON.parse(row.body)) === JSON.stringify(body)
      return same
        ? []
        : [`wrong response: ${what} ${key} received ${response!.text.slice(0, 200)}, stored: ${row.body.slice(0, 200)}`]
    }),
    ...rows
      .filter(({ key }) => !known.has(key))
      .map(({ key }) => `orphan: a response is stored for ${key}, which was never acknowledged`),
  ]
}

/** Denormalized counts, links and quotes must match their source rows. */
export async function findDerivedDataErrors(db: Db, org: string): Promise<string[]> {
  const counts = await db.rows<{ name: string; insight_count: number; counted: number }>(sql`
    select t.name, t.insight_count, c.counted from theme t cross join lateral (
      select count(*) as counted from insight_theme l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
      where l.org_id = t.org_id and l.theme_id = t.id) c
    where t.org_id = ${org} and t.insight_count <> c.counted`)
  const links = await db.rows<{ name: string }>(sql`
    select i.name from insight i where i.org_id = ${org} and i.merged_into_id is null
      and (select array_agg(t order by t) from unnest(i.theme_ids) t)
        is distinct from (
          select array_agg(theme_id order by theme_id) from insight_theme l where l.org_id = i.org_id and l.insight_id = i.id)`)
  const quotes = await db.rows<{ name: string; representatives: number }>(sql`
    select i.name, q.representatives from insight i cross join lateral (
      select count(*) as quotes, count(*) filter (where is_representative) as representatives,
        max(case when redacted then '[redacted]' else text end) filter (where is_representative) as text
      from quote where quote.org_id = i.org_id and quote.insight_id = i.id) q
    where i.org_id = ${org} and ((q.quotes > 0 and q.representatives <> 1) or (q.quotes > 0 and i.quote is distinct from q.text))`)
  const initiatives = await db.rows<{ title: string }>(sql`
    select o.title from initiative o cross join lateral (
      select count(*) filter (where i.sentiment = 'POSITIVE') as positive,
        count(*) filter (where i.sentiment = 'NEGATIVE') as negative,
        count(*) filter (where i.sentiment = 'NEUTRAL') as neutral
      from initiative_insight l join insight i on i.org_id = l.org_id and i.id = l.insight_id and i.live
      where l.org_id = o.org_id and l.initiative_id = o.id) c
    where o.org_id = ${org}
      and (o.positive_count, o.negative_count, o.neutral_count) is distinct from (c.positive, c.negative, c.neutral)`)
  return [
    ...initiatives.map((row) => `wrong count: initiative “${row.title}” has counts that differ from its insights`),
    ...counts.map(
      (row) => `wrong count: theme “${row.name}” has insight_count ${row.insight_count}, counted ${row.counted}`,
    ),
    ...links.map((row) => `wrong links: theme_ids of insight “${row.name}” differ from its links`),
    ...quotes.map(
      (row) => `wrong quote: insight “${row.name}” has ${row.representatives} representative quotes, or another text`,
    ),
  ]
}
