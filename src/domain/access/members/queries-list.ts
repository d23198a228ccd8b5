import type { Static } from 'typebox'
import type { Member } from '#contract/resources/account.ts'
import type { Db } from '#store/open.ts'
import { containing } from '#store/page.ts'
import { allOf, sql } from '#store/sql.ts'

type MemberRow = Static<typeof Member>
type MemberQuery = Partial<Record<'role' | 'status' | 'q' | 'before', string | undefined>> & { limit: number }

const members = sql`
  select m.id, m.user_id, u.name, u.email, m.role, m.status, u.image as avatar_url,
    greatest(m.last_active_at, l.last_used_at) as last_active_at, m.joined_at, m.created_at, m.updated_at
  from membership m join app_user u on u.id = m.user_id
  left join last_use l on l.id = m.id and l.org_id = m.org_id`

/** Newest first, with one row more than the limit to tell whether there is a next page. */
export const listMembers = (db: Db, org: string, { role, status, q, limit, before }: MemberQuery) =>
  db.rows<MemberRow>(sql`
    ${members}
    where ${allOf([
      sql`m.org_id = ${org}`,
      role !== undefined && sql`m.role = ${role}`,
      status !== undefined && sql`m.status = ${status}`,
      q !== undefined && sql`(u.name ilike ${containing(q)} or u.email ilike ${containing(q)})`,
      before !== undefined && sql`m.id < ${before}`,
    ])}
    order by m.id desc limit ${limit + 1}`)

export const findMember = (db: Db, org: string, id: string) =>
  db.first<MemberRow>(
    sql`${members} where m.org_id = ${org} and ${id.startsWith('user_') ? sql`m.user_id = ${id}` : sql`m.id = ${id}`}`,
  )
