import type { Static } from 'typebox'
import type { Scope } from '#contract/core/route.ts'
import type { Organization, Policy } from '#contract/resources/settings-shapes.ts'
import type { Settings } from '#domain/context.ts'
import type { OrganizationRow, PolicyRow } from './queries.ts'

export const organizationOf = (
  row: OrganizationRow,
  { region }: Pick<Settings, 'region'>,
): Static<typeof Organization> => ({
  id: row.id,
  name: row.name,
  region,
  features: { competitors: row.feature_competitors, subthemes: row.feature_subthemes, segments: row.feature_segments },
  credits: row.credits,
  is_demo: row.is_demo,
  contact_mail: row.contact_mail,
  accept_own_change_sets: row.accept_own_change_sets,
  require_second_factor: row.require_second_factor,
  share_links: row.share_links,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

type PolicyChange = {
  enabled?: boolean | undefined
  roles?: readonly ('admins' | 'members')[] | undefined
  scopes?: readonly Scope[] | undefined
}

export const policyOf = (row: PolicyRow): Static<typeof Policy> => ({
  enabled: row.api_enabled,
  roles: [...(row.api_admins ? (['admins'] as const) : []), ...(row.api_members ? (['members'] as const) : [])],
  scopes: [...(row.api_read ? (['read'] as const) : []), ...(row.api_write ? (['write'] as const) : [])],
})

/** Fields that are not set stay unchanged. */
export const policyColumns = ({ enabled, roles, scopes }: PolicyChange): Partial<PolicyRow> => ({
  ...(enabled !== undefined && { api_enabled: enabled }),
  ...(roles && { api_admins: roles.includes('admins'), api_members: roles.includes('members') }),
  ...(scopes && { api_read: scopes.includes('read'), api_write: scopes.includes('write') }),
})
