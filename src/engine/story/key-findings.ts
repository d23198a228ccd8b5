import { groupByWords } from '#engine/group-similar-texts.ts'
import { mostCommon } from '#engine/most-common.ts'
import { tfIdfSimilarity, tfIdfVectors } from '#engine/text/tf-idf.ts'
import { CATEGORY_SEVERITY, OTHER_CATEGORY_SEVERITY, SUBTHEME_NAME_BONUS } from '#engine/thresholds.ts'
import { byId, countContacts, countVoices } from './count-evidence.ts'
import type { Evidence, Finding } from './types.ts'

/* Groups evidence into findings, by subtheme and by words. */

/**
 * Most voices first, then the most severe. `namedBySubtheme`: a subtheme's name may become the point, which it must not
 * for dissenting evidence.
 */
export const groupFindings = (insights: readonly Evidence[], namedBySubtheme: boolean): Finding[] =>
  groupEvidence(insights)
    .map((members) => ({
      point: pointOf(members, namedBySubtheme),
      theme: mostCommon(members.flatMap((one) => one.theme ?? [])) ?? null,
      members,
    }))
    .sort(
      (a, b) =>
        countVoices(b.members) - countVoices(a.members) ||
        b.members.length - a.members.length ||
        severity(b.members) - severity(a.members) ||
        countContacts(b.members) - countContacts(a.members) ||
        byId(a.members[0]!, b.members[0]!),
    )

/** One group a subtheme; an insight without one joins those that use the same words. The most typical comes first. */
function groupEvidence(insights: readonly Evidence[]): Evidence[][] {
  const groups = new Map<string, Evidence[]>()
  for (const indices of groupByWords(insights.map((insight) => insight.name))) {
    const similar = indices.map((index) => insights[index]!)
    const commonKey = mostCommon(similar.flatMap((one) => one.subtheme?.id ?? [])) ?? similar[0]!.id
    for (const one of similar) {
      const key = one.subtheme?.id ?? commonKey
      groups.set(key, [...(groups.get(key) ?? []), one])
    }
  }
  return [...groups.values()]
}

/** Beginnings that refer to something said before. */
const dependent =
  /^(?:i|we|my|our|it|its|this|that|these|those|they|he|she|you|your|here|there|and|but|also|so|then)\b/i
const countWords = (name: string) => name.trim().split(/\s+/).length
const readsWell = (name: string) => !dependent.test(name) && countWords(name) >= 3 && countWords(name) <= 14

const maxComparedNames = 40

/**
 * The name most similar to those of all members, of a member or of their subtheme; preferably one that reads well
 * alone.
 */
function pointOf(members: readonly Evidence[], bySubtheme: boolean): string {
  const subthemes = members.flatMap((one) => one.subtheme?.name ?? [])
  const common = mostCommon(subthemes)
  const memberNames = members.slice(0, maxComparedNames).map((one) => one.name)
  const isShared = common !== undefined && subthemes.filter((name) => name === common).length > 1
  const names = [...(bySubtheme && isShared ? [common] : []), ...memberNames]
  const vectors = tfIdfVectors(names)
  const firstMember = names.length - memberNames.length
  const scored = names.map((name, n) => {
    const others = vectors.filter((_, m) => m >= firstMember && m !== n)
    const sum = others.reduce((total, other) => total + tfIdfSimilarity(vectors[n]!, other), 0)
    const bonus = n < firstMember ? SUBTHEME_NAME_BONUS : 0
    return { name, score: sum / Math.max(1, others.length) + bonus - (readsWell(name) ? 0 : 1) }
  })
  return withoutFinalMark(scored.reduce((best, one) => (one.score > best.score + 1e-9 ? one : best)).name)
}

const withoutFinalMark = (name: string) => name.replace(/[\s.!?…。]+$/u, '') || name

const severities: Record<string, number> = CATEGORY_SEVERITY
const severityOf = ({ category, sentiment }: Evidence) =>
  (severities[category] ?? OTHER_CATEGORY_SEVERITY) * (sentiment === 'NEGATIVE' ? 1 : 0.5)
const severity = (insights: readonly Evidence[]) =>
  insights.reduce((sum, insight) => sum + severityOf(insight), 0) / insights.length
