import type { Static } from 'typebox'
import type { Opportunity, OpportunityDetail } from '#contract/resources/opportunities.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { briefOf, type Facts, narrativeOf } from '#engine/brief.ts'
import { overallSentiment } from '#engine/sentiment.ts'
import { detailFacts } from './evidence-queries.ts'
import { opportunityById, type Row } from './queries.ts'

export type Detail = Static<typeof OpportunityDetail>

export function present({
  positive,
  negative,
  neutral,
  source_type,
  source_id,
  ...row
}: Row): Static<typeof Opportunity> {
  const sentiment_breakdown = { positive, negative, neutral }
  return {
    ...row,
    sentiment: overallSentiment(sentiment_breakdown),
    sentiment_breakdown,
    segment_ids: row.segments.map((segment) => segment.id),
    source_ref: source_type !== null && source_id !== null ? { source_type, source_id } : null,
  }
}

export async function showOpportunity({ db, org }: Ctx, id: string): Promise<Detail> {
  const row = (await opportunityById(db, org, id)) ?? notFound('opportunity')
  const opportunity = present(row)
  const { subthemes, projects, initiative, competitor_evidence, ...found } = await detailFacts(
    db,
    org,
    id,
    row.initiative_id,
  )
  const facts: Facts = {
    category: row.category,
    insights: row.insight_count,
    contacts: row.contact_count,
    breakdown: opportunity.sentiment_breakdown,
    trend: row.trend,
    firstSeenAt: row.first_seen_at,
    lastEvidenceAt: row.last_evidence_at,
    rank: row.rank,
    score: row.impact_score,
    factors: row.impact_factors,
    ...found,
  }
  return {
    ...opportunity,
    brief: briefOf(facts),
    narrative: narrativeOf(facts),
    monthly_sentiment: facts.months,
    subthemes,
    competitor_evidence,
    initiative,
    projects,
  }
}
