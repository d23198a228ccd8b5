import { MAX_LABEL_WORDS } from '#engine/thresholds/reading.ts'

/* Points that the model found apart and that are one: a label and what it announces, and how something has changed. */

type Word = { text: string; isWord: boolean; startsSentence: boolean }
type Span = { first: number; end: number }

/** “Search: too slow” is one point, and so is “Biggest pain: approvals”. */
export function joinLabels<S extends Span>(spans: readonly S[], words: readonly Word[]): S[] {
  const announces = (label: S | undefined, next: S | undefined) =>
    label && next && isLabel(label, words) && next.first < sentenceEnd(label.end, words)
  return spans.flatMap((span, n) => {
    if (announces(span, spans[n + 1])) return []
    const first = announces(spans[n - 1], span) ? spans[n - 1]!.first : span.first
    return [{ ...span, first, end: isLabel(span, words) ? sentenceEnd(span.end, words) : span.end }]
  })
}

const isLabel = ({ first, end }: Span, words: readonly Word[]) =>
  (words[first]!.startsSentence || words[first - 1]?.startsSentence) &&
  words[end]?.text === ':' &&
  words.slice(first, end).filter(({ isWord }) => isWord).length <= MAX_LABEL_WORDS

function sentenceEnd(from: number, words: readonly Word[]): number {
  let end = from
  while (end < words.length && !words[end]!.startsSentence) end++
  return end
}

/** “It used to take two weeks, now it takes two days” within one sentence. */
export function joinChanges<S extends Span>(spans: readonly S[], words: readonly Word[]): S[] {
  const joined: S[] = []
  for (const span of spans) {
    const before = joined.at(-1)
    if (before && isChange(before, span, words)) joined[joined.length - 1] = { ...before, end: span.end }
    else joined.push(span)
  }
  return joined
}

function isChange(before: Span, after: Span, words: readonly Word[]): boolean {
  const isSameSentence = words.slice(before.first + 1, after.first + 1).every(({ startsSentence }) => !startsSentence)
  return isSameSentence && words[after.first]!.text === 'now' && hasUsedTo(words.slice(before.first, before.end))
}

const hasUsedTo = (words: readonly Word[]) =>
  words.some(({ text }, n) => text === 'used' && words[n + 1]?.text === 'to')
