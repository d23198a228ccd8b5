import { isExactNumber } from '#contract/core/exact-number.ts'

/** Undefined for other texts, and for a number that would lose digits: it stays text, as in a delivered webhook. */
export function typedNumber(text: string): number | undefined {
  const plain = text.trim()
  const value = plain === '' ? NaN : Number(plain)
  return Number.isFinite(value) && isExactNumber(plain) ? value : undefined
}
