import { type MemberRole, memberRoles } from '#vocabulary/roles.ts'
import type { Route, Routes } from './core/route.ts'
import { type Inventory, inventory } from './index.ts'

/*
 * The rights of the roles: each operation has a minimal role. Checks, controls of the web app, docs/roles.md and tests
 * are made from this table. Without an entry reads need a viewer, writes a member, and what is for admins an admin.
 */

type ActionsOf<R> = R extends { actions: infer A } ? { readonly [K in keyof A]?: MemberRole } : never
type Overrides = { readonly [K in keyof Inventory]?: MemberRole | ActionsOf<Inventory[K]> }

/** What concerns the person alone, or records that they have read something. */
const ownAccount = {
  switchOrganization: 'viewer',
  updateProfile: 'viewer',
  updateNotificationSettings: 'viewer',
  // Leaving the organization: the handler lets only admins remove others.
  removeMember: 'viewer',
  // Only their own, left from an earlier role: the handlers let only admins revoke those of others.
  revokeApiKey: 'viewer',
  revokeConnectedApp: 'viewer',
  recordExport: 'viewer',
  followObject: 'viewer',
  unfollowObject: 'viewer',
  updateNotification: 'viewer',
  markNotificationsRead: 'viewer',
  updateNotificationPreferences: 'viewer',
} as const satisfies Overrides

const addsAndTriagesFeedback = {
  ingestFeedback: 'contributor',
  updateFeedback: 'contributor',
  analyzeFeedback: 'contributor',
  analyzeFeedbackItems: 'contributor',
  triageFeedback: 'contributor',
  createInterview: 'contributor',
  parseTranscript: 'contributor',
  recognize: 'contributor',
  createView: 'contributor',
  updateView: 'contributor',
  deleteView: 'contributor',
} as const satisfies Overrides

const writesInsights = {
  createInsight: 'contributor',
  updateInsight: 'contributor',
  addInsightQuote: 'contributor',
  updateInsightQuote: 'contributor',
  deleteInsightQuote: 'contributor',
  addInsightThemes: 'contributor',
  replaceInsightThemes: 'contributor',
  removeInsightTheme: 'contributor',
  resetInsightThemes: 'contributor',
  replaceInsightSegments: 'contributor',
} as const satisfies Overrides

const linksEvidence = {
  linkThemeInsights: 'contributor',
  unlinkThemeInsight: 'contributor',
  linkSubthemeInsights: 'contributor',
  unlinkSubthemeInsight: 'contributor',
  addOpportunityInsights: 'contributor',
  updateOpportunityInsight: 'contributor',
  removeOpportunityInsight: 'contributor',
  addOpportunityCompetitorInsights: 'contributor',
  addInitiativeInsights: 'contributor',
  removeInitiativeInsight: 'contributor',
  buildProjects: { assign_insights: 'contributor', unassign_insights: 'contributor' },
} as const satisfies Overrides

const overrides: Overrides = { ...ownAccount, ...addsAndTriagesFeedback, ...writesInsights, ...linksEvidence }

/**
 * Writes below a path, whatever their ids. Where an organization lets viewers comment, their right belongs here too: a
 * setting of the organization beside the role.
 */
const areas: readonly { segment: string; role: MemberRole }[] = [{ segment: 'comments', role: 'contributor' }]

const lowest = (roles: readonly MemberRole[]): MemberRole => memberRoles.find((role) => roles.includes(role))!

function defaultRole({ method, path, admin, anonymous, readOnly }: Route): MemberRole {
  if (admin) return 'admin'
  if (method === 'GET' || readOnly || anonymous) return 'viewer'
  return areas.find(({ segment }) => path.split('/').includes(segment))?.role ?? 'member'
}

type Right = { role: MemberRole; actions?: Readonly<Record<string, MemberRole>> }

function rightOf(id: string, route: Route): Right {
  const override = (overrides as Record<string, MemberRole | Record<string, MemberRole>>)[id]
  const role = typeof override === 'string' ? override : defaultRole(route)
  if (typeof override !== 'object') return { role }
  const actions = Object.fromEntries(Object.keys(route.actions!).map((name) => [name, override[name] ?? role]))
  return { role: lowest(Object.values(actions)), actions }
}

/** By the id of the operation; of one with actions `role` is the lowest of theirs. */
export const rights = Object.fromEntries(
  Object.entries(inventory as Routes).map(([id, route]) => [id, rightOf(id, route)]),
) as Record<keyof Inventory, Right>

const byRoute = new Map(
  Object.entries(inventory as Routes).map(([id, route]) => [route, rights[id as keyof Inventory]]),
)

/** The role that a route needs at least, of one with actions that of the named one. */
export function minimalRole(route: Route, action?: string): MemberRole {
  const { role, actions } = byRoute.get(route) ?? { role: defaultRole(route) }
  return (action === undefined ? undefined : actions?.[action]) ?? role
}
