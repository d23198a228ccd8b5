import { compareInsights, type Comparison } from './bears-out.ts'
import { byId, countPeople, type EvidenceAuthor } from './count-evidence.ts'
import type { Comparable } from './types.ts'

/* Groups insights: a point, which is the name of one of them, and those that support it. */

type Grouped<T> = { point: string; source: T; members: T[] }
type Candidate<T> = { source: T; bearers: T[]; people: number; readsWell: boolean }

/** Every insight is in one group. The point that most people make first. */
export function groupByPoint<T extends Comparable & EvidenceAuthor>(
  insights: readonly T[],
  { bearersOf }: Comparison<T> = compareInsights(insights),
): Grouped<T>[] {
  const free = new Set(insights)
  const freeBearers = (candidates: readonly T[]) => {
    const bearers = candidates.filter((one) => free.has(one))
    return { bearers, people: countPeople(bearers) }
  }
  let candidates = insights.map((source): Candidate<T> => ({
    source,
    ...freeBearers(bearersOf(source)),
    readsWell: readsWell(source.name),
  }))
  const groups: Grouped<T>[] = []
  while (candidates.length > 0) {
    const { source, bearers } = candidates.reduce((best, one) => (isBetter(one, best) ? one : best))
    groups.push({ point: withoutFinalMark(source.name), source, members: bearers })
    for (const one of bearers) free.delete(one)
    candidates = candidates
      .filter((one) => free.has(one.source))
      .map((one) => (one.bearers.every((other) => free.has(other)) ? one : { ...one, ...freeBearers(one.bearers) }))
  }
  return groups
}

/** As the source of a point: borne out by more people, easier to read alone, or shorter, which claims less. */
const isBetter = <T extends Comparable & EvidenceAuthor>(a: Candidate<T>, b: Candidate<T>) =>
  (b.people - a.people ||
    Number(b.readsWell) - Number(a.readsWell) ||
    b.bearers.length - a.bearers.length ||
    a.source.name.length - b.source.name.length ||
    byId(a.source, b.source)) < 0

/** Beginnings that refer to something said before. */
const dependent =
  /^(?:i|we|my|our|it|its|this|that|these|those|they|he|she|you|your|here|there|and|but|also|so|then)\b/i
const countWords = (name: string) => name.trim().split(/\s+/).length
const readsWell = (name: string) => !dependent.test(name) && countWords(name) >= 3 && countWords(name) <= 14

const withoutFinalMark = (name: string) => name.replace(/(?<![\s.!?…。])[\s.!?…。]+$/u, '') || name
