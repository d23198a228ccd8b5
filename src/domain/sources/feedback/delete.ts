import type { Ctx } from '#domain/context.ts'

/**
 * Deletes an item of feedback that exists, once, with the insights found in it. Insights are above the sources, so the
 * deletions of sources are given the function (`findings/insights/lifecycle/delete-feedback.ts`).
 */
export type DeleteFeedback = (ctx: Pick<Ctx, 'db' | 'org'>, id: string) => Promise<void>

/** For deletions: the records and events of one organization. */
export type DeletionContext = Pick<Ctx, 'db' | 'org' | 'emit'>
