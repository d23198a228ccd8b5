/** What members of an organization may be, each with all rights of those before it. */
export const memberRoles = ['viewer', 'contributor', 'member', 'admin'] as const
export type MemberRole = (typeof memberRoles)[number]

export const isAtLeast = (role: MemberRole, minimum: MemberRole): boolean =>
  memberRoles.indexOf(role) >= memberRoles.indexOf(minimum)

/** Where the policy of the organization lets them own API keys and connect apps. */
export const ownsKeys = (role: MemberRole): boolean => isAtLeast(role, 'member')
