import type { Static } from 'typebox'
import type { IngestFilters } from '#contract/resources/ingest-filters.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

export type IngestFilterRules = Static<typeof IngestFilters>

export const getIngestFilters = async (db: Db, org: string): Promise<IngestFilterRules> =>
  (await db.first<IngestFilterRules>(sql`
    select internal_domains, ignored_sources, min_feedback_length as min_length from organization where id = ${org}`))!

/** Those of the contacts whose email is in one of the internal domains. */
export const listInternalContacts = async (
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
