import type { ReadCtx } from '#domain/context.ts'
import type { EvidenceGroup } from '#engine/ask/write-answer.ts'
import { groupByWords } from '#engine/group-similar-texts.ts'
import { type CitedInsight, listCitedInsights, type MatchRow } from './queries-answer.ts'
import { countSentiments } from '#vocabulary/sentiments.ts'

export const maxGroups = 5
/** Insights that are compared by their words. */
const maxCompared = 300

function similarGroup(members: readonly CitedInsight[]): EvidenceGroup {
  return {
    type: 'similar_insights',
    id: null,
    name: members[0]!.name,
    insight_count: members.length,
    contact_count: new Set(members.flatMap((member) => member.contact_id ?? [])).size,
    ...countSentiments(members),
    members,
  }
}

/** Insights that share words and a sentiment; one that resembles none is alone. */
export function groupSimilarInsights(insights: readonly CitedInsight[]): EvidenceGroup[] {
  return (['NEGATIVE', 'POSITIVE', 'NEUTRAL'] as const).flatMap((sentiment) => {
    const some = insights.filter((insight) => insight.sentiment === sentiment)
    return groupByWords(some.map(({ name, quote }) => `${name} ${quote ?? ''}`)).map((indexes) =>
      similarGroup(indexes.map((index) => some[index]!)),
    )
  })
}

const bySize = (a: EvidenceGroup, b: EvidenceGroup) =>
  b.insight_count - a.insight_count || b.contact_count - a.contact_count

/**
 * The largest groups first: subthemes and themes, and similar insights outside them. With `ids`, the insights about one
 * topic, all groups are of similar insights, because a topic is often within one subtheme.
 */
export async function groupEvidence(
  { db, org }: ReadCtx,
  { groups, ungrouped }: MatchRow,
  ids: readonly string[] | undefined,
): Promise<EvidenceGroup[]> {
  if (ids) return groupSimilarInsights(await listCitedInsights(db, org, ids.slice(0, maxCompared))).sort(bySize)
  const rows = groups ?? []
  const memberIds = rows.flatMap((group) => group.ids)
  const insights = await listCitedInsights(db, org, [...memberIds, ...(ungrouped ?? [])])
  const byId = new Map(insights.map((insight) => [insight.id, insight]))
  const membersOf = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const stored = rows.map(({ ids, ...group }) => ({ ...group, members: membersOf(ids) }))
  return [...stored, ...groupSimilarInsights(membersOf(ungrouped ?? []))].sort(bySize)
}
