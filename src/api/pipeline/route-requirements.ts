import type { Feature, Route } from '#contract/core/route.ts'
import type { MemberRole } from '#domain/context.ts'
import { throwApiError } from '#domain/errors.ts'

/* What a route requires of its caller, however they were authenticated. */

export function requireFeature(route: Route, on: Record<Feature, boolean>) {
  if (!route.feature || on[route.feature]) return
  if (route.feature === 'subthemes') throwApiError('API_DISABLED', 'This organization is not eligible for subthemes.')
  throwApiError('FEATURE_NOT_AVAILABLE', `The ${route.feature} feature is switched off for this organization.`)
}

export function requireAdmin(route: Route, role: MemberRole) {
  if (route.admin && role !== 'admin') throwApiError('ROLE_NOT_ALLOWED', 'Only organization admins may do this.')
}
