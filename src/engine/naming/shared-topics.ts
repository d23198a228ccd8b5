import { MIN_TOPIC_OF_KIND, MIN_TOPIC_SIMILARITY } from '#engine/thresholds/names.ts'
import { dotRows, type Matrix } from '#engine/vectors/matrix.ts'
import type { EmbedPhrases, MemberInLanguage } from './naming.ts'
import { topicNamesIn, topicSections, topicsIn } from './topic-bank.ts'

/* Topics of the bank whose words the members of a group use, or whose name is near to them. */

/**
 * `count` and `share`: of the members that use its words; `similarity`: of its name to the group's centroid;
 * `isOfKind`: only some kinds of products have it.
 */
export type SharedTopic = {
  name: string
  topic: number
  count: number
  share: number
  similarity: number
  isOfKind: boolean
}

/** For each group, the nearest first; those that are near to no group are left out. */
export async function sharedTopics(
  members: readonly MemberInLanguage[],
  language: string,
  centroids: Matrix,
  embedPhrases: EmbedPhrases,
): Promise<SharedTopic[][]> {
  const names = topicNamesIn(language)
  const sections = topicSections()
  const vectors = await embedPhrases(topicNamesIn('en'))
  const used = members.map(({ text, language: own }) => topicsIn(text, own))
  const isUsual = usualTopics(used)
  return Array.from({ length: centroids.count }, (_, group) => {
    const own = used.filter((_, n) => members[n]!.group === group)
    return names
      .map((name, topic) => {
        const count = own.filter((topics) => topics.has(topic)).length
        const similarity = dotRows(vectors, topic, centroids, group)
        const { isOfKind } = sections[topic]!
        return { name, topic, count, share: count / Math.max(1, own.length), similarity, isOfKind }
      })
      .filter(({ similarity, topic }) => similarity >= MIN_TOPIC_SIMILARITY && isUsual(topic))
      .sort((a, b) => b.similarity - a.similarity || a.topic - b.topic)
  })
}

/**
 * A topic that only some kinds of products have is usual where members speak of others of its section: who swaps shifts
 * also plans them.
 */
export function usualTopics(used: readonly ReadonlySet<number>[]): (topic: number) => boolean {
  const sections = topicSections()
  const min = Math.max(MIN_TOPIC_OF_KIND.count, MIN_TOPIC_OF_KIND.share * used.length)
  const known = new Map<number, boolean>()
  return (topic) => {
    const { section, isOfKind } = sections[topic]!
    if (!isOfKind) return true
    const isUsual =
      known.get(topic) ??
      used.filter((own) => !own.has(topic) && [...own].some((other) => sections[other]!.section === section)).length >=
        min
    known.set(topic, isUsual)
    return isUsual
  }
}
