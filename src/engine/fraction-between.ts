/*
 * Places in an order as fractions: digits of base 62, without the zero in front, which sort as text. A thing is moved
 * by writing its own place alone.
 */

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = digits.length

/** A fraction above `low` and below `high`; an empty `low` is 0, and null is 1. */
export function fractionBetween(low: string, high: string | null): string {
  const same = high === null ? 0 : commonLength(low, high)
  if (high !== null && same > 0) return high.slice(0, same) + fractionBetween(low.slice(same), high.slice(same))
  const first = low === '' ? 0 : digits.indexOf(low[0]!)
  const last = high === null ? base : digits.indexOf(high[0]!)
  if (last - first > 1) return digits[Math.round((first + last) / 2)]!
  // Neighbouring digits: the shorter `high` is between, or what follows the digit of `low` decides.
  if (high !== null && high.length > 1) return high[0]!
  return digits[first]! + fractionBetween(low.slice(1), null)
}

/** As far as both have the same digits; a fraction goes on with zeros. */
function commonLength(low: string, high: string): number {
  let length = 0
  while (length < high.length && (low[length] ?? '0') === high[length]) length++
  return length
}

/** So many fractions in ascending order, at equal distances. */
export const evenFractions = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => toDigits((index + 1) / (count + 1)))

/** More than enough for the opportunities of an organization to differ. */
const evenDigits = 5

function toDigits(fraction: number): string {
  let rest = Math.round(fraction * base ** evenDigits)
  let text = ''
  for (let n = 0; n < evenDigits; n++) {
    text = digits[rest % base]! + text
    rest = Math.floor(rest / base)
  }
  return text.replace(/0+$/, '')
}
