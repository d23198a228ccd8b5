import type { OpportunityFacts } from '#engine/opportunity-summary.ts'
import type { Evidence } from '#engine/story/types.ts'

/* What is known of an opportunity with these insights. */

const now = Date.UTC(2026, 4, 21)
export const daysAgo = (one: Evidence) => (now - Date.parse(one.occurred_at)) / 86_400_000
export const count = (insights: readonly Evidence[], test: (one: Evidence) => boolean) => insights.filter(test).length
const factorNames = ['volume', 'reach', 'severity', 'recency', 'segment', 'diversity']

export function factsOf(insights: readonly Evidence[], random: () => number): OpportunityFacts {
  const times = insights.map((one) => one.occurred_at).sort()
  const themes = new Map(insights.flatMap((one) => one.themes.map((theme) => [theme.name, theme] as const)))
  return {
    category: 'PAIN_POINTS',
    insights: insights.length,
    contacts: new Set(insights.flatMap((one) => one.contact_id ?? [])).size,
    breakdown: {
      positive: count(insights, (one) => one.sentiment === 'POSITIVE'),
      negative: count(insights, (one) => one.sentiment === 'NEGATIVE'),
      neutral: count(insights, (one) => one.sentiment === 'NEUTRAL'),
    },
    recent: count(insights, (one) => daysAgo(one) <= 30),
    before: count(insights, (one) => daysAgo(one) > 30 && daysAgo(one) <= 60),
    firstSeenAt: times[0] ?? null,
    lastEvidenceAt: times.at(-1) ?? null,
    rank: random() < 0.8 ? 1 + Math.floor(random() * 9) : null,
    score: Math.round(random() * 1000) / 10,
    factors: factorNames.map((factor) => ({ factor, contribution: random() < 0.3 ? 0 : Math.round(random() * 100) })),
    themes: [...themes.values()].map((theme) => {
      const members = insights.filter((one) => one.themes.includes(theme))
      return { ...theme, count: members.length, insight_ids: members.map(({ id }) => id).slice(0, 20) }
    }),
    newest: insights.map(({ id, name, sentiment, category, contact_id }) => ({
      id,
      name,
      sentiment,
      category,
      contact_id,
    })),
    quotes: insights
      .filter((one) => one.quote)
      .map((one) => ({
        text: one.quote!,
        insight_id: one.id,
        feedback_id: one.feedback_id,
        sentiment: one.sentiment,
        contact_name: one.contact_id,
      })),
    sources: [],
    segments: [],
    months: [],
  }
}
