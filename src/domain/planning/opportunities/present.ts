import type { Static } from 'typebox'
import type { Opportunity, OpportunityDetail } from '#contract/resources/opportunity-shapes.ts'
import type { ReadCtx } from '#domain/context.ts'
import { getMainLanguage } from '#domain/findings/insights/queries-language.ts'
import { notFound, throwMerged } from '#domain/errors.ts'
import { opportunitySummary, type OpportunityFacts, summaryBlocks } from '#engine/opportunity-summary.ts'
import { overallSentiment } from '#engine/overall-sentiment.ts'
import { getDetailFacts } from './queries-evidence.ts'
import { findOpportunity, type OpportunityRow } from './queries.ts'

export type OpportunityDetailView = Static<typeof OpportunityDetail>

function presentOpportunity({
  positive,
  negative,
  neutral,
  source_type,
  source_id,
  merged_into_id: _,
  split_from_id: __,
  ...row
}: OpportunityRow): Static<typeof Opportunity> {
  const sentiment_breakdown = { positive, negative, neutral }
  return {
    ...row,
    sentiment: overallSentiment(sentiment_breakdown),
    sentiment_breakdown,
    segment_ids: row.segments.map((segment) => segment.id),
    source_ref: source_type !== null && source_id !== null ? { source_type, source_id } : null,
  }
}

export async function getOpportunityDetail({ db, org }: ReadCtx, id: string): Promise<OpportunityDetailView> {
  const [stored, details, language] = await Promise.all([
    findOpportunity(db, org, id),
    getDetailFacts(db, org, id),
    getMainLanguage(db, org),
  ])
  const row = stored ?? notFound('opportunity')
  if (row.merged_into_id) throwMerged('opportunity', row.merged_into_id)
  const opportunity = presentOpportunity(row)
  const { subthemes, projects, initiative, competitor_evidence, merged_opportunity_ids, ...found } = details
  const facts: OpportunityFacts = {
    category: row.category,
    insights: row.insight_count,
    contacts: row.contact_count,
    breakdown: opportunity.sentiment_breakdown,
    firstSeenAt: row.first_seen_at,
    lastEvidenceAt: row.last_evidence_at,
    rank: row.rank,
    score: row.impact_score,
    factors: row.impact_factors,
    ...found,
  }
  return {
    ...opportunity,
    brief: opportunitySummary(facts, language),
    narrative: summaryBlocks(facts, language),
    monthly_sentiment: facts.months,
    subthemes,
    competitor_evidence,
    initiative,
    projects,
    merged_opportunity_ids,
    split_from_id: row.split_from_id,
  }
}
