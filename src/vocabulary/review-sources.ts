/* Where competitor reviews come from. */

export const reviewSourceTypes = ['review', 'reddit', 'linkedin', 'forum', 'app_store', 'import'] as const
export type ReviewSourceType = (typeof reviewSourceTypes)[number]
