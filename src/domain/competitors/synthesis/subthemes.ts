import type { Static } from 'typebox'
import type { CompetitorSubtheme } from '#contract/resources/competitor-shapes.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import { countBy, mostFrequent, roundedRatio } from './counting.ts'
import { type ReviewInsight } from './types.ts'
import { chooseCompetitorQuotes } from './quotes.ts'
import { opportunityCategories, type OpportunityCategory } from '#vocabulary/categories.ts'
import { countSentiments, type SentimentCounts } from '#vocabulary/sentiments.ts'

type FirstParty = { insight_count: number; theme_ids: string[] }
/** Insights about one topic, the most typical first. */
export type Group = { id: string; name: string; members: ReviewInsight[]; firstParty: FirstParty }
export type RankedSubtheme = Group & {
  rank: number
  category: OpportunityCategory
  sentiment: SentimentCounts
  competitorIds: string[]
}
type Document = Omit<Static<typeof CompetitorSubtheme>, 'promoted_opportunity_id'>

const maxQuotes = 20
const maxInsights = 50

/** Ordered by number of insights, then by share of complaints. */
export function rankSubthemes(groups: readonly Group[]): RankedSubtheme[] {
  return groups
    .map((group) => ({
      ...group,
      sentiment: countSentiments(group.members),
      category: categoryOf(group.members),
      competitorIds: competitorsOf(group.members),
    }))
    .sort((a, b) => b.members.length - a.members.length || b.sentiment.negative - a.sentiment.negative || byName(a, b))
    .map((subtheme, rank) => ({ ...subtheme, rank }))
}

function byName(a: { name: string; id: string }, b: { name: string; id: string }): number {
  const [left, right] = a.name === b.name ? [a.id, b.id] : [a.name, b.name]
  return left < right ? -1 : 1
}

const competitorsOf = (members: readonly ReviewInsight[]) =>
  mostFrequent(countBy(members, ({ review }) => review.competitor_id)).map(([id]) => id)

/** The most frequent opportunity category; without one, it depends on whether negative or positive insights prevail. */
function categoryOf(members: readonly ReviewInsight[]): OpportunityCategory {
  const kinds = members
    .map(({ category }) => category)
    .filter((category): category is OpportunityCategory =>
      opportunityCategories.includes(category as OpportunityCategory),
    )
  const [first] = mostFrequent(countBy(kinds, (kind) => kind))
  if (first) return first[0] as OpportunityCategory
  const { positive, negative } = countSentiments(members)
  return negative >= positive ? 'PAIN_POINTS' : 'FEATURE_REQUESTS'
}

export function subthemeDocument(
  { id, name, rank, members, sentiment, firstParty }: RankedSubtheme,
  nameOf: (competitor: string) => string,
): Document {
  const mix = mostFrequent(countBy(members, ({ review }) => review.competitor_id))
  return {
    id,
    name,
    description: describe(members, sentiment, mix.length),
    rank,
    insight_count: members.length,
    sentiment_breakdown: sentiment,
    competitor_mix: mix.map(([competitor_id, count]) => ({
      competitor_id,
      name: nameOf(competitor_id),
      count,
      share: roundedRatio(count, members.length),
    })),
    quotes: chooseCompetitorQuotes(members, maxQuotes),
    insights: members.slice(0, maxInsights).map(({ id, name, sentiment, quote, review }) => ({
      id,
      name,
      sentiment,
      quote,
      competitor_id: review.competitor_id,
    })),
    first_party: firstParty,
  }
}

function describe(
  members: readonly ReviewInsight[],
  { positive, negative, neutral }: SentimentCounts,
  competitors: number,
): string {
  const [typical] = members
  const counts = `${negative} negative, ${positive} positive, ${neutral} neutral`
  const scope = `${pluralize(members.length, 'insight')} on ${pluralize(competitors, 'competitor')}`
  return `${scope}: ${counts}. Typical: “${typical!.quote}”`
}
