import type { competitors } from '#contract/resources/competitors.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { startResearch } from './start.ts'

export const handlers: Handlers<Pick<typeof competitors, 'startCompetitorResearch'>, Ctx> = {
  startCompetitorResearch: async (ctx, input) => ({ job_id: await startResearch(ctx, input), status: 'queued' }),
}
