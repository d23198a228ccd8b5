import type { Static } from 'typebox'
import type { CompetitorDetail, CompetitorRow, Overview } from '#contract/resources/competitor-shapes.ts'
import { countBy, mostFrequent, roundedRatio } from './counting.ts'
import type { ReviewInsight, Review } from './types.ts'
import { chooseCompetitorQuotes } from './quotes.ts'
import type { RankedSubtheme } from './subthemes.ts'
import { countSentiments } from '#vocabulary/sentiments.ts'

export type CompetitorSource = {
  competitor_id: string
  source: string
  source_type: Review['source_type']
  url: string | null
  rating: Static<typeof CompetitorDetail>['sources'][number]['rating']
  collected_at: string
}
type Competitor = { id: string; name: string; domain: string; description: string | null; created_at: string }
export type Material = {
  competitors: readonly Competitor[]
  sources: readonly CompetitorSource[]
  reviews: readonly Pick<Review, 'competitor_id' | 'source'>[]
  insights: readonly ReviewInsight[]
}

const maxQuotes = 10
const maxPatterns = 5
const maxListed = 10

const countFor = (counts: ReadonlyMap<string, number>, key: string) => counts.get(key) ?? 0

const presentSource = ({ source, source_type, url, rating, collected_at }: CompetitorSource, review_count: number) => ({
  source,
  source_type,
  url,
  rating,
  review_count,
  last_collected_at: collected_at,
})

/** The list and detail record of one competitor. */
export function recordOf(
  competitor: Competitor,
  { sources, reviews, insights }: Material,
  subthemes: readonly RankedSubtheme[],
): { summary: Static<typeof CompetitorRow>; detail: Static<typeof CompetitorDetail> } {
  const ownInsights = insights.filter(({ review }) => review.competitor_id === competitor.id)
  const perSource = countBy(
    reviews.filter((review) => review.competitor_id === competitor.id),
    ({ source }) => source,
  )
  const ownSources = sources
    .filter((source) => source.competitor_id === competitor.id)
    .sort((a, b) => (a.source < b.source ? -1 : 1))
  const summary = {
    id: competitor.id,
    name: competitor.name,
    domain: competitor.domain,
    review_count: [...perSource.values()].reduce((sum, count) => sum + count, 0),
    insight_count: ownInsights.length,
    sentiment_breakdown: countSentiments(ownInsights),
    last_researched_at:
      ownSources
        .map(({ collected_at }) => collected_at)
        .sort()
        .at(-1) ?? null,
  }
  const detail = {
    ...summary,
    website: `https://${competitor.domain}`,
    description: competitor.description,
    sources: ownSources.map((source) => presentSource(source, countFor(perSource, source.source))),
    top_positive: patterns(subthemes, competitor.id, 'POSITIVE'),
    top_negative: patterns(subthemes, competitor.id, 'NEGATIVE'),
    quotes: chooseCompetitorQuotes(ownInsights, maxQuotes),
    added_at: competitor.created_at,
  }
  return { summary, detail }
}

const patterns = (subthemes: readonly RankedSubtheme[], competitor: string, expected: ReviewInsight['sentiment']) =>
  subthemes
    .map(({ id, name, members }) => ({
      subtheme_id: id,
      name,
      insight_count: members.filter(
        ({ review, sentiment }) => review.competitor_id === competitor && sentiment === expected,
      ).length,
    }))
    .filter(({ insight_count }) => insight_count > 0)
    .sort((a, b) => b.insight_count - a.insight_count)
    .slice(0, maxPatterns)

/** The overview of all competitors. */
export function overviewOf(
  { competitors, reviews, insights }: Material,
  subthemes: readonly RankedSubtheme[],
): Omit<Static<typeof Overview>, 'status' | 'published_at' | 'mentions'> {
  const presentSubtheme = ({ id, name, competitorIds }: RankedSubtheme, insight_count: number) => ({
    subtheme_id: id,
    name,
    insight_count,
    competitor_ids: competitorIds,
  })
  const topSubthemes = (kind: 'positive' | 'negative', other: 'positive' | 'negative') =>
    subthemes
      .filter(({ sentiment }) => sentiment[kind] > sentiment[other])
      .sort((a, b) => b.sentiment[kind] - a.sentiment[kind] || a.rank - b.rank)
      .slice(0, maxListed)
      .map((subtheme) => presentSubtheme(subtheme, subtheme.sentiment[kind]))
  return {
    competitor_count: competitors.length,
    review_count: reviews.length,
    insight_count: insights.length,
    sentiment_by_competitor: competitors.map(({ id, name }) => ({
      competitor_id: id,
      name,
      ...countSentiments(insights.filter(({ review }) => review.competitor_id === id)),
    })),
    themes: subthemes.map((subtheme) => ({
      ...presentSubtheme(subtheme, subtheme.members.length),
      rank: subtheme.rank,
      sentiment_breakdown: subtheme.sentiment,
    })),
    strengths: topSubthemes('positive', 'negative'),
    weaknesses: topSubthemes('negative', 'positive'),
    white_space: whiteSpace(subthemes),
    sources: mostFrequent(countBy(reviews, ({ source }) => source)).map(([source, count]) => ({ source, count })),
  }
}

/** A higher share of complaints, and fewer of the organization's own insights, mean a larger gap. */
const whiteSpace = (subthemes: readonly RankedSubtheme[]) =>
  subthemes
    .map(({ id, name, rank, sentiment, members, firstParty }) => ({
      rank,
      subtheme_id: id,
      name,
      negative_share: roundedRatio(sentiment.negative, members.length),
      first_party_insight_count: firstParty.insight_count,
    }))
    .filter(({ negative_share }) => negative_share >= 0.5)
    .sort(
      (a, b) =>
        a.first_party_insight_count - b.first_party_insight_count ||
        b.negative_share - a.negative_share ||
        a.rank - b.rank,
    )
    .slice(0, maxListed)
    .map(({ rank: _, ...space }) => space)
