/* Numbers are doubles here: about 17 digits, from 5e-324 to 1.8e308. */

/** So many digits always survive the way to a double and back. */
const safeDigits = 15

/** Significant digits and power of ten of a decimal: 0.0120e5 is 12 and 2, zero is empty. */
function significantOf(literal: string): { digits: string; exponent: number } {
  const [mantissa = '', power = '0'] = literal.toLowerCase().replace(/^[+-]/, '').split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = trimZeros(all)
  return digits === ''
    ? { digits, exponent: 0 }
    : { digits, exponent: Number(power) - fraction.length + all.length - digits.length }
}

/** A loop, because a pattern that looks for zeros at the end is quadratic. */
function trimZeros(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end--
  return digits.slice(0, end)
}

/**
 * Whether a decimal such as 0.1, 1.10 or 1e2 is returned with the value that was sent: the shortest decimal of its
 * double has the same value. Longer ones such as 4503599627370496.3 or 3.14159265358979323846 have not.
 */
export function isExactNumber(literal: string): boolean {
  if (literal.length <= safeDigits && !/e/i.test(literal)) return true
  const value = Number(literal)
  if (!Number.isFinite(value)) return false
  const [sent, kept] = [significantOf(literal), significantOf(String(value))]
  return sent.digits === kept.digits && sent.exponent === kept.exponent
}

/** Why a number is not accepted; undefined if it is. */
export function numberProblem(literal: string): string | undefined {
  const value = Number(literal)
  if (!Number.isFinite(value)) return 'is out of the range of numbers'
  // Larger ones have already lost digits, and two different ones would count as the same payload.
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
    return `is a number beyond ±${Number.MAX_SAFE_INTEGER}, which is not stored exactly; send it as text`
  if (!isExactNumber(literal))
    return `is a number that would be stored as ${value}; send at most ${safeDigits} significant digits, or text`
  return undefined
}
