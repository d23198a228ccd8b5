import type { competitors } from '#contract/resources/competitors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { startResearch } from './start.ts'

export const handlers: Handlers<Pick<typeof competitors, 'startCompetitorResearch'>> = {
  startCompetitorResearch: async (ctx, input) => ({ job_id: await startResearch(ctx, input), status: 'queued' }),
}
