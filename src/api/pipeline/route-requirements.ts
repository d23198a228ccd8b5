import type { Feature, Route } from '#contract/core/route.ts'
import { minimalRole } from '#contract/rights.ts'
import { throwApiError } from '#domain/errors.ts'
import { isAtLeast, type MemberRole } from '#vocabulary/roles.ts'

/* What a route requires of its caller, however they were authenticated. */

export function requireFeature(route: Route, on: Record<Feature, boolean>) {
  if (!route.feature || on[route.feature]) return
  if (route.feature === 'subthemes') throwApiError('API_DISABLED', 'This organization is not eligible for subthemes.')
  throwApiError('FEATURE_NOT_AVAILABLE', `The ${route.feature} feature is switched off for this organization.`)
}

/** Before the body is read an operation with actions needs the lowest role of them, afterwards that of the action. */
export function requireRight(route: Route, role: MemberRole, action?: unknown) {
  const minimum = minimalRole(route, typeof action === 'string' ? action : undefined)
  if (isAtLeast(role, minimum)) return
  throwApiError(
    'ROLE_NOT_ALLOWED',
    minimum === 'admin'
      ? 'Only organization admins may do this.'
      : `A ${role} may not do this; the role ${minimum} is needed.`,
  )
}
