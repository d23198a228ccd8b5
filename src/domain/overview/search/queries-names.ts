import type { KnownName } from '#engine/ask/find-names.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { anyPhrase } from './queries-words.ts'

/** Newest insights, and contacts, whose sources, tags and plans are known. */
const maxScannedRows = 5000
/** Contacts that have a word of the question in their name or company. */
const maxContacts = 500
const maxNames = 500

/** The names of the organization that a question may contain; the words of the question narrow down the contacts. */
export const listKnownNames = (db: Db, org: string, words: readonly string[]) =>
  db.rows<KnownName>(sql`
    with named as materialized (
      select c.id, c.name, c.email, c.company->>'name' as company from contact c
      where c.org_id = ${org} and array[c.org_id] @> array[${org}]::text[]
        and c.search_vector @@ to_tsquery('english', ${anyPhrase(words)})
        and c.deleted_at is null limit ${maxContacts}),
    recent as materialized (
      select i.source, i.tags from insight i where i.org_id = ${org} and i.live order by i.id desc
      limit ${maxScannedRows})
    (select 'segment' as kind, s.name, s.id::text as value from segment s
      join organization o on o.id = s.org_id and o.feature_segments
      where s.org_id = ${org} and s.archived_at is null order by s.id limit ${maxNames})
    union all (select distinct 'company', company, lower(company) from named where company is not null)
    union all (select 'contact', n.name, id::text from named n where n.name is not null)
    union all (select 'contact', n.email, id::text from named n where n.email is not null)
    union all (select distinct 'plan', plan, lower(plan) from (
      select c.company->>'plan' as plan from contact c where c.org_id = ${org} and c.deleted_at is null
      order by c.id desc limit ${maxScannedRows}) p where plan is not null limit ${maxNames})
    union all (select distinct 'source', source, source from recent where source is not null limit ${maxNames})
    union all (select distinct 'tag', tag, tag from recent cross join unnest(tags) tag limit ${maxNames})`)
