import type { ReadCtx } from '#domain/context.ts'
import { countryName } from '#engine/ask/countries.ts'
import type { Dimension } from '#engine/ask/find-dimension.ts'
import type { EvidenceGroup } from '#engine/ask/write-answer.ts'
import { groupByWords } from '#engine/group-similar-texts.ts'
import { type CitedInsight, listCitedInsights, type MatchRow } from './queries-answer.ts'
import { countSentiments } from '#vocabulary/sentiments.ts'

const maxGroups = 5
/** Members of a group that are read, to be quoted. */
const maxShown = 12
/** An answer's group, with the ids of its members. */
export type AnswerGroup = EvidenceGroup & { insight_ids: readonly string[] }

/** Insights that are compared by their words. */
const maxCompared = 300

function similarGroup(members: readonly CitedInsight[]): AnswerGroup {
  return {
    type: 'similar_insights',
    id: null,
    name: members[0]!.name,
    insight_count: members.length,
    contact_count: new Set(members.flatMap((member) => member.contact_id ?? [])).size,
    ...countSentiments(members),
    members,
    insight_ids: members.map((member) => member.id),
  }
}

/** Insights that share words and a sentiment; one that resembles none is alone. */
function groupSimilarInsights(insights: readonly CitedInsight[]): AnswerGroup[] {
  return (['NEGATIVE', 'POSITIVE', 'NEUTRAL'] as const).flatMap((sentiment) => {
    const some = insights.filter((insight) => insight.sentiment === sentiment)
    return groupByWords(some.map(({ name, quote }) => `${name} ${quote ?? ''}`)).map((indexes) =>
      similarGroup(indexes.map((index) => some[index]!)),
    )
  })
}

const bySize = (a: EvidenceGroup, b: EvidenceGroup) =>
  b.insight_count - a.insight_count || b.contact_count - a.contact_count

/** What is grouped: all matches, the insights about one topic, or the values of a dimension. */
type Grouping = { ids: readonly string[] | undefined; by: Dimension | undefined }

/**
 * The largest groups first: subthemes and themes, and similar insights outside them. With `ids`, the insights about one
 * topic, all groups are of similar insights, because a topic is often within one subtheme.
 */
export async function groupEvidence(
  { db, org }: ReadCtx,
  { groups, ungrouped }: MatchRow,
  { ids, by }: Grouping,
): Promise<AnswerGroup[]> {
  if (ids && !by) {
    const insights = await listCitedInsights(db, org, ids.slice(0, maxCompared))
    return groupSimilarInsights(insights).sort(bySize).slice(0, maxGroups)
  }
  const rows = groups ?? []
  const shown = rows.flatMap((group) => group.ids.slice(0, maxShown))
  const insights = await listCitedInsights(db, org, [...new Set([...shown, ...(by ? [] : (ungrouped ?? []))])])
  const byId = new Map(insights.map((insight) => [insight.id, insight]))
  const membersOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const stored = rows.map(({ ids, ...group }) => ({
    ...group,
    name: by === 'country' ? countryName(group.name) : group.name,
    members: membersOf(ids.slice(0, maxShown)),
    insight_ids: ids,
  }))
  if (by) return stored
  return [...stored, ...groupSimilarInsights(membersOf(ungrouped ?? []))].sort(bySize).slice(0, maxGroups)
}
