import { MAX_CIRCUMSTANCE_LENGTH, MAX_CIRCUMSTANCE_WORDS } from '#engine/thresholds/reading.ts'
import { anyOf } from '#engine/words/read-words.ts'
import { endsWithAbbreviation } from './sentences.ts'

/* Sentences that say nothing without another one, by their words. */

const whole = (entries: string) => new RegExp(`^${entries}$`, 'iu')
const onlyTime = whole(anyOf('circumstances/time'))
const ofAnother = whole(anyOf('circumstances/statements'))
const ofWriter = whole(anyOf('circumstances/about-writer'))

const plainOf = (text: string) => text.trim().replace(/(?<![.!…。])[.!…。]+$/u, '')
const isShort = (text: string) =>
  text.length <= MAX_CIRCUMSTANCE_LENGTH && (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <= MAX_CIRCUMSTANCE_WORDS

/** When or how often something else happens, or how it was before: “Once at 9:00 and once at 9:05”. */
export function isCircumstanceOfAnother(text: string): boolean {
  if (!isShort(text)) return false
  const plain = plainOf(text)
  return !endsWithAbbreviation(plain) && (onlyTime.test(plain) || ofAnother.test(plain))
}

/** “I have two cats” */
export const isAboutWriter = (text: string): boolean => isShort(text) && ofWriter.test(plainOf(text))
