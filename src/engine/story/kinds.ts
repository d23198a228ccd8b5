import { anyWord } from '#engine/words/read-words.ts'
import type { Comparable } from './types.ts'

/* What an insight is by its labels; a label alone may be wrong. */

type Kind = 'request' | 'problem' | 'praise' | 'other'

const kinds: Record<string, Kind> = {
  FEATURE_REQUESTS: 'request',
  BUGS_AND_ERRORS: 'problem',
  USABILITY_ISSUES: 'problem',
  PAIN_POINTS: 'problem',
  DELIGHTS: 'praise',
}

export const kindOf = ({ category }: Pick<Comparable, 'category'>): Kind => kinds[category] ?? 'other'

/** Positive or negative where sentiment and category agree; undefined for requests, which contradict nobody. */
export function opinionOf(one: Pick<Comparable, 'sentiment' | 'category'>): 'POSITIVE' | 'NEGATIVE' | undefined {
  const kind = kindOf(one)
  if (one.sentiment === 'POSITIVE' && (kind === 'praise' || kind === 'other')) return 'POSITIVE'
  if (one.sentiment === 'NEGATIVE' && (kind === 'problem' || kind === 'other')) return 'NEGATIVE'
  return undefined
}

/** Whether sentiment or category says so; used to claim that nobody does. */
export const mayBePositive = (one: Comparable) => one.sentiment === 'POSITIVE' || kindOf(one) === 'praise'
export const mayBeNegative = (one: Comparable) => one.sentiment === 'NEGATIVE' || kindOf(one) === 'problem'

const requestWord = anyWord('story/request-words', 'i')

/** Whether a point is a request by the labels of all that make it, and by its words. */
export const isRequest = (point: string, members: readonly Comparable[]) =>
  requestWord.test(point) && members.every((one) => kindOf(one) === 'request')
