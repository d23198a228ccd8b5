import type { Static } from 'typebox'
import type { Teaser as TeaserSchema } from '#contract/resources/competitor-shapes.ts'
import { rankCategory } from '#engine/impact-score.ts'
import { IMPACT_HALF_LIFE_DAYS } from '#engine/thresholds/impact.ts'
import { countTrend } from '#engine/trend.ts'
import { pluralize } from '#engine/text/pluralize.ts'
import { countBy, groupBy, mostFrequent } from './counting.ts'
import { type ReviewInsight, reviewTime } from './types.ts'
import type { RankedSubtheme } from './subthemes.ts'
import { opportunityCategories, type OpportunityCategory } from '#vocabulary/categories.ts'
import type { Trend } from '#vocabulary/trends.ts'

type Teaser = {
  id: string
  subtheme: RankedSubtheme
  category: OpportunityCategory
  members: ReviewInsight[]
  impact: number
  position: number
  trend: Trend
}
type Document = Omit<Static<typeof TeaserSchema>, 'promoted_opportunity_id'>

const minMembers = 2
const dayMs = 86_400_000

const isComplaintOrRequest = ({ category, sentiment }: ReviewInsight) =>
  sentiment !== 'POSITIVE' && opportunityCategories.includes(category as OpportunityCategory)

/**
 * Gaps of competitors: subthemes with at least two complaints or requests. Age is measured from the newest review,
 * not from now, so that the same reviews always give the same score.
 */
export function teasersOf(subthemes: readonly RankedSubtheme[], idOf: (subtheme: string) => string): Teaser[] {
  const newest = Math.max(
    0,
    ...subthemes.flatMap(({ members }) => members.map((member) => Date.parse(reviewTime(member)))),
  )
  const gaps = subthemes
    .map((subtheme) => ({
      id: idOf(subtheme.id),
      subtheme,
      category: subtheme.category,
      members: subtheme.members.filter(isComplaintOrRequest),
    }))
    .filter(({ members }) => members.length >= minMembers)
  const impacts = new Map(
    [...groupBy(gaps, ({ category }) => category)].flatMap(([category, list]) =>
      rankCategory(
        category as OpportunityCategory,
        list.map(({ id, members }) => measuresOf(id, members, newest)),
      ).map(({ id, score }) => [id, score] as const),
    ),
  )
  return gaps
    .map((gap) => ({ ...gap, impact: impacts.get(gap.id)!, trend: trendOf(gap.members, newest) }))
    .sort((a, b) => b.impact - a.impact || a.subtheme.rank - b.subtheme.rank)
    .map((teaser, position) => ({ ...teaser, position }))
}

/** The formula of the organization's own opportunities, with competitors in place of contacts. */
const measuresOf = (id: string, members: readonly ReviewInsight[], newest: number) => ({
  id,
  insights: members.length,
  contacts: countBy(members, ({ review }) => review.competitor_id).size,
  negative: members.filter(({ sentiment }) => sentiment === 'NEGATIVE').length,
  sourceTypes: countBy(members, ({ review }) => review.source_type).size,
  freshness:
    members.reduce(
      (sum, member) => sum + 0.5 ** ((newest - Date.parse(reviewTime(member))) / dayMs / IMPACT_HALF_LIFE_DAYS),
      0,
    ) / members.length,
  segmentWeight: 0,
})

function trendOf(members: readonly ReviewInsight[], newest: number): Trend {
  const ages = members.map((member) => (newest - Date.parse(reviewTime(member))) / dayMs)
  const recent = ages.filter((age) => age <= 30).length
  const before = ages.filter((age) => age > 30 && age <= 60).length
  return countTrend(recent, before)
}

export function teaserDocument({ id, subtheme, category, members, impact, trend }: Teaser): Document {
  const competitor_ids = mostFrequent(countBy(members, ({ review }) => review.competitor_id)).map(
    ([competitor]) => competitor,
  )
  return {
    id,
    title: subtheme.name,
    summary:
      `${members.length} of ${pluralize(subtheme.members.length, 'insight')} about this, ` +
      `on ${pluralize(competitor_ids.length, 'competitor')}, are complaints or wishes.`,
    category,
    impact_score: impact,
    competitor_ids,
    subtheme_id: subtheme.id,
    insight_count: members.length,
    trend,
  }
}
