import type { Ctx } from '#domain/context.ts'

/** Called once per request with all feedback that it left queued; returns the id of the job, if any. */
export const enqueueAnalysis = async ({ jobs }: Pick<Ctx, 'jobs'>, ids: readonly string[]): Promise<string | null> => {
  if (ids.length === 0) return null
  const resource = ids.length === 1 && { resource: { type: 'feedback', id: ids[0]! } }
  return jobs.enqueue('feedback_analysis', { feedback_ids: [...ids] }, { total: ids.length, ...resource })
}
