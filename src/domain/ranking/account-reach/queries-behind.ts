import { raw, type Sql, sql } from '#store/sql.ts'

/** What has insights, with the table of its links. */
const insightLinks = {
  theme: 'insight_theme',
  subtheme: 'subtheme_insight',
  opportunity: 'opportunity_insight',
  initiative: 'initiative_insight',
  project: 'project_insight',
} as const
export type LinkedKind = keyof typeof insightLinks

/** Live insights of contacts with an account, by what they are linked to: `l`, `i` and `c`. */
export const linkedContacts = (org: string, kind: LinkedKind): Sql => sql`
  ${raw(insightLinks[kind])} l
  join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
  join contact c on c.org_id = i.org_id and c.org_id = ${org} and c.id = i.contact_id and c.deleted_at is null
    and c.account_id is not null`

/** The accounts with insights behind one object. */
export const isBehind = (org: string, kind: LinkedKind, id: string): Sql => sql`id in (
  select c.account_id from ${linkedContacts(org, kind)} where l.org_id = ${org} and l.${raw(kind)}_id = ${id})`
