import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/** The names of the contacts with these email addresses, by address in lower case. */
export const listContactNames = (db: Db, org: string, emails: readonly string[]) =>
  db.rows<{ email: string; name: string }>(sql`
    select e.email, c.name from unnest(${emails}::text[]) e (email)
    join contact c on c.org_id = ${org} and c.mailbox = mailbox(e.email)
    where c.deleted_at is null and c.name is not null`)
