import type { Matrix } from '#engine/vectors/matrix.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { AREA_VOTE_EXPONENT } from '#engine/thresholds/names.ts'
import { groupPhrases, type TopicPhrase } from './group-phrases.ts'
import type { Naming, TopicMember } from './naming.ts'
import { type SharedTopic, sharedTopics } from './shared-topics.ts'

/*
 * What the members of a group have in common: phrases that they use, topics of the bank whose words they use, and the
 * product area that they belong to.
 */

/** `share`: of the group that belongs to the area, weighted by its probability. */
export type TopicArea = { name: string; share: number }
/** `language`: that names are in. */
export type GroupTopic = {
  phrases: TopicPhrase[]
  topics: SharedTopic[]
  area: TopicArea | undefined
  language: string
}

/** Row g of `centroids` belongs to group g. The best phrases of a group first. */
export async function groupTopics(
  members: readonly TopicMember[],
  centroids: Matrix,
  { language, embedPhrases }: Naming,
): Promise<GroupTopic[]> {
  const inLanguage = members.map((member) => ({ ...member, language: detectLanguage(member.text) ?? 'en' }))
  const phrases = await groupPhrases(inLanguage, language, centroids, embedPhrases)
  const topics = await sharedTopics(inLanguage, language, centroids, embedPhrases)
  return phrases.map((own, group) => ({
    phrases: own,
    topics: topics[group]!,
    area: mainArea(members.filter((member) => member.group === group)),
    language,
  }))
}

function mainArea(members: readonly TopicMember[]): TopicArea | undefined {
  const votes = new Map<string, number>()
  for (const { area } of members)
    if (area && area.name !== 'Other')
      votes.set(area.name, (votes.get(area.name) ?? 0) + area.probability ** AREA_VOTE_EXPONENT)
  const [best] = [...votes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return best && { name: best[0], share: best[1] / members.length }
}
