import type { Static } from 'typebox'
import type { ShareLink, shareLinks } from '#contract/resources/share-links.ts'
import type { Input } from '#contract/core/route.ts'
import { deleteKeyEntry, insertKeyEntry } from '#domain/access/keys/queries-directory.ts'
import type { Db } from '#store/open.ts'
import { defineList } from '#store/lists/define.ts'
import { few } from '#store/lists/filters.ts'
import type { RowList } from '#store/lists/row-list.ts'
import { type Sql, sql } from '#store/sql.ts'
import { selectList } from '#store/table/define.ts'
import { pipelined } from '#store/pipelined.ts'
import type { ShareLinkKind } from '#vocabulary/share-links.ts'
import { shareLinkTable } from './table.ts'

type ShareLinkRow = Static<typeof ShareLink>
type ListQuery = Input<typeof shareLinks.listShareLinks>

const columns = selectList(shareLinkTable, 's')

/** The title of what a link `s` shows, as long as it is there; the pages of the organization have none. */
const liveTitle = (org: string): Sql => sql`case s.kind
  when 'theme' then (select t.name from theme t
    where t.org_id = ${org} and t.id = s.target_id and t.archived_at is null and t.merged_into_id is null)
  when 'opportunity' then (select o.title from opportunity o
    where o.org_id = ${org} and o.id = s.target_id and o.status = 'active')
  when 'evidence_story' then (select p.title from project p
    where p.org_id = ${org} and p.id = s.target_id and p.status <> 'archived'
      and exists (select 1 from evidence_story e where e.org_id = ${org} and e.project_id = p.id))
  else '' end`

const shown = (org: string): Sql => sql`
  ${columns}, coalesce(${liveTitle(org)}, '') as title, s.password_hash is not null as has_password,
  case when s.revoked_at is not null then 'revoked'
    when s.expires_at <= now() then 'expired'
    when ${liveTitle(org)} is null then 'ended' else 'active' end as status`

const linkList = defineList<ListQuery>()({
  table: shareLinkTable,
  orders: {},
  filters: { target_id: few('target_id') },
})

export const shareLinkRows: RowList<ListQuery, ShareLinkRow> = {
  list: linkList,
  select: (org, page) => sql`select ${shown(org)} from (${page}) s`,
  present: (row) => row,
}

export const findShareLink = (db: Db, org: string, id: string) =>
  db.first<ShareLinkRow>(sql`select ${shown(org)} from share_link s where s.org_id = ${org} and s.id = ${id}`)

type NewShareLink = {
  id: string
  kind: ShareLinkKind
  target_id: string | null
  token_hash: string
  password_hash: string | null
  names: boolean
  frame_origin: string | null
  expires_in_days: number | null
  created_by: string
}

export const insertShareLink = (db: Db, org: string, link: NewShareLink) =>
  pipelined(db, [
    db.run(sql`
      insert into share_link (org_id, id, kind, target_id, token_hash, password_hash, names, frame_origin, expires_at,
        created_by)
      values (${org}, ${link.id}, ${link.kind}, ${link.target_id}, ${link.token_hash}, ${link.password_hash},
        ${link.names}, ${link.frame_origin}, now() + make_interval(days => ${link.expires_in_days}::int),
        ${link.created_by})`),
    insertKeyEntry(db, org, 'share_link', link.token_hash),
  ])

/** Keeps the time at which it was first revoked. */
export async function updateToRevoked(db: Db, org: string, id: string) {
  const link = await db.first<{ token_hash: string }>(sql`
    update share_link set revoked_at = now(), updated_at = now()
    where org_id = ${org} and id = ${id} and revoked_at is null returning token_hash`)
  if (link) await deleteKeyEntry(db, org, link.token_hash)
}

/** What a link may show is there, before it is made. */
export const findSharedTitle = async (
  db: Db,
  org: string,
  { kind, target_id }: Pick<NewShareLink, 'kind' | 'target_id'>,
) =>
  (await db.first<{ title: string | null }>(sql`
    select ${liveTitle(org)} as title from (select ${kind}::text as kind, ${target_id}::uuid as target_id) s`))!.title

/** Of the links that still work. */
export const countUsableLinks = async (db: Db, org: string): Promise<number> =>
  (await db.first<{ count: number }>(sql`
    select count(*)::int as count from share_link
    where org_id = ${org} and revoked_at is null and (expires_at is null or expires_at > now())`))!.count

export const areLinksAllowed = async (db: Db, org: string): Promise<boolean> =>
  (await db.first<{ share_links: boolean }>(sql`select share_links from organization where id = ${org}`))
    ?.share_links ?? false

export type OpenedLink = Pick<ShareLinkRow, 'id' | 'names' | 'frame_origin'> & {
  kind: ShareLinkKind
  target_id: string | null
  password_hash: string | null
  organization: string
}

/** A link that works: not revoked, not expired, of an organization that allows links, to something that is there. */
export const findWorkingLink = (db: Db, org: string, tokenHash: string) =>
  db.first<OpenedLink>(sql`
    select s.id, s.kind, s.target_id, s.names, s.frame_origin, s.password_hash, o.name as organization
    from share_link s join organization o on o.id = s.org_id and o.share_links
    where s.org_id = ${org} and s.token_hash = ${tokenHash} and s.revoked_at is null
      and (s.expires_at is null or s.expires_at > now()) and ${liveTitle(org)} is not null`)

export const countView = (db: Db, org: string, id: string) =>
  db.run(sql`
    update share_link set view_count = view_count + 1, last_viewed_at = now() where org_id = ${org} and id = ${id}`)
