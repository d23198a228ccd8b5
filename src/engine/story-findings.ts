import { groupsOf } from './groups.ts'
import type { Evidence } from './story.ts'
import { similarity, vectorsOf } from './words.ts'

/* Evidence into findings: insights that make one point, put together by their subtheme and by their words. */

export type Finding = { point: string; theme: string | null; members: Evidence[] }

export const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
export const idsOf = (insights: readonly Evidence[]) => insights.map((insight) => insight.id)

export const contactsOf = (insights: readonly Evidence[]) =>
  new Set(insights.flatMap((insight) => insight.contact_id ?? [])).size
/** Somebody without a name is somebody else each time. */
export const voicesOf = (insights: readonly Evidence[]) =>
  new Set(insights.map((insight) => insight.contact_id ?? insight.id)).size

/** What most of them are, the first of equals; undefined of nothing. */
export function mostCommon<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** What most voices share first, then the gravest. What a subtheme is called speaks for most of it and not for those who think otherwise. */
export const findingsOf = (insights: readonly Evidence[], namedBySubtheme: boolean): Finding[] =>
  mattersOf(insights)
    .map((members) => ({
      point: pointOf(members, namedBySubtheme),
      theme: mostCommon(members.flatMap((one) => one.theme ?? [])) ?? null,
      members,
    }))
    .sort(
      (a, b) =>
        voicesOf(b.members) - voicesOf(a.members) ||
        b.members.length - a.members.length ||
        severity(b.members) - severity(a.members) ||
        contactsOf(b.members) - contactsOf(a.members) ||
        byId(a.members[0]!, b.members[0]!),
    )

/** One subtheme is one matter; whoever has none goes with those that use the same words. The most typical comes first. */
function mattersOf(insights: readonly Evidence[]): Evidence[][] {
  const matters = new Map<string, Evidence[]>()
  for (const places of groupsOf(insights.map((insight) => insight.name))) {
    const alike = places.map((place) => insights[place]!)
    const home = mostCommon(alike.flatMap((one) => one.subtheme?.id ?? [])) ?? alike[0]!.id
    for (const one of alike) {
      const key = one.subtheme?.id ?? home
      matters.set(key, [...(matters.get(key) ?? []), one])
    }
  }
  return [...matters.values()]
}

/** Names that begin like this lean on something said before. */
const leaning = /^(?:i|we|my|our|it|its|this|that|these|those|they|he|she|you|your|here|there|and|but|also|so|then)\b/i
const wordsIn = (name: string) => name.trim().split(/\s+/).length
const readsWell = (name: string) => !leaning.test(name) && wordsIn(name) >= 3 && wordsIn(name) <= 14

const maxWeighed = 40
const bonusOfSubtheme = 0.1

/** The name nearest to what all of them are called: that of one of them or of their subtheme, and one that reads well on its own if there is one. */
function pointOf(members: readonly Evidence[], bySubtheme: boolean): string {
  const subthemes = members.flatMap((one) => one.subtheme?.name ?? [])
  const shared = mostCommon(subthemes)
  const some = members.slice(0, maxWeighed).map((one) => one.name)
  const names = [
    ...(bySubtheme && shared !== undefined && subthemes.filter((name) => name === shared).length > 1 ? [shared] : []),
    ...some,
  ]
  const vectors = vectorsOf(names)
  const first = names.length - some.length
  const scored = names.map((name, n) => {
    const others = vectors.filter((_, m) => m >= first && m !== n)
    const near = others.reduce((sum, other) => sum + similarity(vectors[n]!, other), 0) / Math.max(1, others.length)
    return { name, score: near + (n < first ? bonusOfSubtheme : 0) - (readsWell(name) ? 0 : 1) }
  })
  return bare(scored.reduce((best, one) => (one.score > best.score + 1e-9 ? one : best)).name)
}

const bare = (name: string) => name.replace(/[\s.!?…。]+$/u, '') || name

const weights: Record<string, number> = {
  BUGS_AND_ERRORS: 1,
  PAIN_POINTS: 0.9,
  USABILITY_ISSUES: 0.7,
  FEATURE_REQUESTS: 0.5,
}
const gravity = ({ category, sentiment }: Evidence) => (weights[category] ?? 0.3) * (sentiment === 'NEGATIVE' ? 1 : 0.5)
const severity = (insights: readonly Evidence[]) =>
  insights.reduce((sum, insight) => sum + gravity(insight), 0) / insights.length
