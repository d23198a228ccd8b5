import type { competitors } from '#contract/resources/competitors.ts'
import { withStatus } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { insertOpportunityInsights } from '#domain/competitors/graph/queries-insights.ts'
import { wordMatches } from '#domain/competitors/synthesis/analyst.ts'
import type { Ctx } from '#domain/context.ts'
import { promoteOpportunity } from '#domain/planning/opportunities/changes.ts'
import { getOpportunityDetail } from '#domain/planning/opportunities/present.ts'
import { orgLock, tryAcquireLock } from '#store/lock.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import { findPromotedOpportunity, listMatchingInsights, type PromotionSource } from './queries.ts'
import { loadSource } from './source.ts'

/** About ten seconds: the winner of many simultaneous promotions has to write the opportunity first. */
const maxAttempts = 20

export const promotionLock = (org: string, { type, key }: Pick<PromotionSource, 'type' | 'key'>) =>
  orgLock(org, `promotion/${type}/${key}`)

/** The organization's own insights that match the finding; searched only when the opportunity is created. */
async function findFirstPartyInsights(ctx: Ctx, about: string): Promise<string[]> {
  const candidates = await listMatchingInsights(ctx.db, ctx.org, about)
  const [indexes] = wordMatches(
    [about],
    candidates.map(({ name }) => name),
  )
  return indexes!.map((index) => candidates[index]!.id)
}

export const handlers: Handlers<Pick<typeof competitors, 'promoteCompetitorFinding'>> = {
  async promoteCompetitorFinding(ctx, { title, include_first_party_feedback, ...input }) {
    const source = await loadSource(ctx, input)
    const existing = async (id: string) =>
      withStatus(200, {
        ...(await getOpportunityDetail(ctx, id)),
        existing: true,
        matched_first_party_insight_count: 0,
      })
    const promoted = await findPromotedOpportunity(ctx.db, ctx.org, source)
    if (promoted) return existing(promoted.id)
    // Waiting here for the winner would take its connections from all other requests.
    if (!(await tryAcquireLock(ctx.db, promotionLock(ctx.org, source)))) throw new RetryTransactionError(maxAttempts)
    const matched = include_first_party_feedback ? await findFirstPartyInsights(ctx, source.about) : []
    const id = await promoteOpportunity(ctx, {
      title,
      category: source.category,
      summary: source.summary,
      insight_ids: matched,
      source: { type: source.type, id: source.key },
    })
    // Lost the insert race: return the winner's opportunity.
    if (id === undefined) return existing((await findPromotedOpportunity(ctx.db, ctx.org, source))!.id)
    await insertOpportunityInsights(ctx.db, ctx.org, { opportunity: id, insights: source.insightIds, by: ctx.user })
    ctx.emit('competitor.promoted')
    ctx.emit('opportunity.created')
    return {
      ...(await getOpportunityDetail(ctx, id)),
      existing: false,
      matched_first_party_insight_count: matched.length,
    }
  },
}
