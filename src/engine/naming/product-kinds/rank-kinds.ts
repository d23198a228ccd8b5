import { topicsIn } from '#engine/naming/topic-bank.ts'
import { triggeredIds, type TriggerIndex, triggerIndex, triggerWords } from '#engine/naming/word-triggers.ts'
import { detectLanguage } from '#engine/text/detect-language.ts'
import { MAX_KIND_HITS, MIN_KIND_LEAD, MIN_KIND_SCORE } from '#engine/thresholds/product-kinds.ts'
import { yieldToEventLoop } from '#engine/yield-to-event-loop.ts'
import type { ProductKindKey } from '#vocabulary/product-kinds.ts'
import { knownProductKinds } from './read-kinds.ts'

/* Of which kind a product is, by the words that its customers use. */

type KindScore = { key: ProductKindKey; score: number }

/** A word or topic counts less the more kinds have it. */
type Signals = { index: TriggerIndex; topics: ReadonlySet<number>; ofSignal: ReadonlyMap<string, readonly number[]> }

let signals: Signals | undefined

function readSignals(): Signals {
  const kinds = knownProductKinds()
  const ofSignal = new Map<string, number[]>()
  const words = [...new Set(kinds.flatMap((kind) => kind.words))]
  const add = (signal: string, kind: number) => {
    const known = ofSignal.get(signal) ?? []
    if (!known.includes(kind)) ofSignal.set(signal, [...known, kind])
  }
  for (const [n, kind] of kinds.entries()) {
    for (const word of kind.words) add(`word ${words.indexOf(word)}`, n)
    for (const topic of kind.topics) add(`topic ${topic}`, n)
  }
  return {
    index: triggerIndex(words.map((word, id) => [id, word.split(/[\s-]+/)] as const)),
    topics: new Set(kinds.flatMap((kind) => kind.topics)),
    ofSignal,
  }
}

function signalsIn(text: string, { index, topics }: Signals): string[] {
  const words = [...triggeredIds(triggerWords(text), index)].map((id) => `word ${id}`)
  const used = [...topicsIn(text, detectLanguage(text) ?? 'en', topics)].map((id) => `topic ${id}`)
  return [...words, ...used]
}

/** All kinds with what the texts say for them, the best first. */
export async function rankProductKinds(texts: readonly string[]): Promise<KindScore[]> {
  const known = (signals ??= readSignals())
  const kinds = knownProductKinds()
  const sums = kinds.map(() => 0)
  for (const [at, text] of texts.entries()) {
    if (at % textsAtOnce === 0) await yieldToEventLoop()
    const hits = kinds.map(() => 0)
    for (const signal of signalsIn(text, known)) {
      const itsKinds = known.ofSignal.get(signal)!
      for (const kind of itsKinds) hits[kind]! += 1 / itsKinds.length
    }
    for (const [kind, count] of hits.entries()) sums[kind]! += Math.min(MAX_KIND_HITS, count)
  }
  return kinds.map(({ key }, n) => ({ key, score: sums[n]! })).sort((a, b) => b.score - a.score)
}
const textsAtOnce = 20

/** The kind that the texts speak for; undefined where they say too little, or as much for another one. */
export async function productKindOf(texts: readonly string[]): Promise<ProductKindKey | undefined> {
  const [best, second] = await rankProductKinds(texts)
  const isClear = best!.score >= Math.max(MIN_KIND_SCORE.sum, MIN_KIND_SCORE.mean * texts.length)
  const lead = best!.score - second!.score
  return isClear && lead >= MIN_KIND_LEAD * Math.sqrt(best!.score + second!.score) ? best!.key : undefined
}
