import type { Static } from 'typebox'
import type { ingestFilters, IngestFilters } from '#contract/resources/ingest-filters.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'
import type { NewRow } from './store-batch.ts'

type Filters = Static<typeof IngestFilters>

const readFilters = async (db: Db, org: string): Promise<Filters> =>
  (await db.first<Filters>(
    sql`select internal_domains, ignored_sources, min_feedback_length as min_length from organization where id = ${org}`,
  ))!

/** Of some contacts, those whose email says that they are our own people. */
const ownPeople = async (
  db: Db,
  org: string,
  ids: readonly string[],
  domains: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
    select id from contact where org_id = ${org} and id = any(${ids}::uuid[])
      and lower(split_part(email, '@', 2)) in (select lower(d) from unnest(${domains}::text[]) as d)`)
    ).map((row) => row.id),
  )

/** Says of rows that are to be analyzed which the organization does not want analyzed, and why. */
export async function filtered(db: Db, org: string, rows: readonly NewRow[]): Promise<NewRow[]> {
  const filters = await readFilters(db, org)
  const people = filters.internal_domains.length ? [...new Set(rows.flatMap((row) => row.contact_id ?? []))] : []
  const own = people.length ? await ownPeople(db, org, people, filters.internal_domains) : new Set<string>()
  return rows.map((row) => {
    const reason = row.status === 'queued' ? reasonToSkip(row, filters, own) : null
    return reason ? { ...row, status: 'skipped', skip_reason: reason } : row
  })
}

function reasonToSkip(row: NewRow, filters: Filters, own: ReadonlySet<string>): string | null {
  if (filters.ignored_sources.includes(row.source)) return 'ignored_source'
  if (row.contact_id && own.has(row.contact_id)) return 'internal_domain'
  return [...row.content.trim()].length < filters.min_length ? 'too_short' : null
}

export const handlers: Handlers<typeof ingestFilters, Ctx> = {
  getIngestFilters: ({ db, org }) => readFilters(db, org),

  async updateIngestFilters({ db, org }, { internal_domains, ignored_sources, min_length }) {
    const domains = internal_domains && [...new Set(internal_domains.map((domain) => domain.toLowerCase()))]
    await db.run(sql`
      update organization set ${assignments({ internal_domains: domains, ignored_sources, min_feedback_length: min_length })}, updated_at = now() where id = ${org}`)
    return readFilters(db, org)
  },
}
