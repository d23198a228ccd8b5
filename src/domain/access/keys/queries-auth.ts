import { raw, type Sql, sql } from '#store/sql.ts'
import { type MemberRole, memberRoles } from '#vocabulary/roles.ts'

/** The current facts that decide what a key may do. */
export type KeyFacts = Record<Flag, boolean> & {
  key_id: string
  org_id: string
  user_id: string
  member_role: MemberRole | null
}
type Flag = keyof typeof flags

const roleFlags = Object.fromEntries(memberRoles.map((role) => [role, `m.role = '${role}'`])) as Record<
  MemberRole,
  string
>

const flags = {
  expired: 'k.expires_at <= now()',
  revoked: 'k.revoked_at is not null',
  owner_left: `k.revoked_reason = 'owner_left'`,
  of_app: 'k.client_id is not null',
  can_read: 'k.can_read',
  can_write: 'k.can_write',
  org_found: 'o.id is not null',
  user_found: 'u.id is not null',
  api_enabled: 'o.api_enabled',
  api_admins: 'o.api_admins',
  api_members: 'o.api_members',
  api_read: 'o.api_read',
  api_write: 'o.api_write',
  competitors: 'o.feature_competitors',
  subthemes: 'o.feature_subthemes',
  segments: 'o.feature_segments',
  ...roleFlags,
}
const noFlags = Object.fromEntries(Object.keys(flags).map((name) => [name, false])) as Record<Flag, boolean>

export type FactsRow = { auth_facts: string }

/** The names of the flags that hold. */
const heldFlags = raw(
  Object.entries(flags)
    .map(([name, condition]) => `case when ${condition} then '${name}' end`)
    .join(', '),
)

/** One column, because these are read with every request; the prefix avoids a clash with columns of the same query. */
export const selectKeyFacts = (hash: Buffer): Sql => sql`
  select concat_ws(' ', k.id, k.org_id, k.user_id, ${heldFlags}) as auth_facts
  from api_key k
  left join organization o on o.id = k.org_id
  left join app_user u on u.id = k.user_id
  left join membership m on m.org_id = k.org_id and m.user_id = k.user_id and m.status = 'active'
  where k.hash = ${hash}`

export function parseKeyFacts(row: FactsRow | undefined): KeyFacts | undefined {
  if (!row) return undefined
  const [key_id, org_id, user_id, ...held] = row.auth_facts.split(' ') as [string, string, string, ...Flag[]]
  const facts: KeyFacts = { ...noFlags, key_id, org_id, user_id, member_role: null }
  for (const name of held) facts[name] = true
  facts.member_role = memberRoles.find((role) => facts[role]) ?? null
  return facts
}
