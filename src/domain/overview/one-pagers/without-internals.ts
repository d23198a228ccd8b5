import type { PageFacts } from './facts.ts'

/** Reach without what the accounts pay. */
const withoutRevenue = (reach: PageFacts['account_reach']): PageFacts['account_reach'] =>
  reach && { ...reach, yearly_revenue: 0, currency: null, revenue_account_count: 0, unconverted: [] }

/**
 * What readers outside of the organization may see: no notes, plans, statuses, scores and revenue. What is added to the
 * facts later is left out as long as it is not named here.
 */
export function withoutInternals({ evidence, title, summary, counts, ...facts }: PageFacts): PageFacts {
  const { opportunity, story } = facts
  return {
    evidence,
    title,
    // The description of a theme is where teams keep their notes.
    summary: evidence.kind === 'theme' ? null : summary,
    counts,
    account_reach: withoutRevenue(facts.account_reach),
    trend: facts.trend,
    status: null,
    ...(opportunity && {
      opportunity: { horizon: opportunity.horizon, impact_score: null, score: null, score_terms: [] },
    }),
    ...(story && { story }),
    sections: [],
    linked: [],
  }
}
