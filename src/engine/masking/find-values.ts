import type { TextSpan } from '#engine/text/split-statements.ts'

/* Finds personal values in text. Quantifiers are bounded, so that the time grows linearly with the text. */

const maskKinds = ['email', 'phone', 'card', 'iban'] as const
export type MaskKind = (typeof maskKinds)[number]

const emailPattern =
  /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.){1,126}\p{L}[\p{L}\p{N}-]{1,62}/gu
const emailNameCharacter = /[\p{L}\p{N}._%+'-]/u

/** Digits that are separated by one space or hyphen at most. */
const digitRun = /(?<![\p{L}\p{N}])\d{1,19}(?:[ -]\d{1,19})*(?![\p{L}\p{N}])/gu
const cardDigits = { min: 13, max: 19 }

/** Digits with up to three signs between them that phone numbers are written with. */
const phoneRun = /(?<![\p{L}\p{N}])(?:\+|\(\+?)?\d{1,19}(?:[ ./()-]{1,3}\d{1,19})*/gu
const northAmerican = /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/
const date = /^\d{1,4}([./-])\d{1,2}\1\d{2,4}$/
/** Longer numbers are none, with the country code (15 digits, as E.164 says, after 00) or without. */
const phoneDigits = { min: 7, max: 17 }
const maxNationalDigits = 12

const ibanStart = /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,32}/gu

/** The length of an IBAN by country, as the SWIFT registry lists it. */
const ibanLengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ' +
    'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 ' +
    'LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 ' +
    'PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const spansOf = (text: string, pattern: RegExp): TextSpan[] =>
  [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))

/** The check digit of card numbers. */
export function isLuhnValid(digits: string): boolean {
  let sum = 0
  for (let n = 0; n < digits.length; n++) {
    const digit = Number(digits[digits.length - 1 - n])
    const doubled = digit * 2
    sum += n % 2 === 0 ? digit : doubled - (doubled > 9 ? 9 : 0)
  }
  return sum % 10 === 0
}

/** ISO 7064 mod 97-10: the first four characters count as the last ones, letters as 10 to 35. */
export function isMod97Valid(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

type DigitLimits = { min: number; max: number }
type IsValue = (part: string, digits: string, next: string) => boolean

/**
 * The parts of a run of groups of digits that are values, longest first: in "4111 1111 1111 1111 12" the first four
 * groups are a card number.
 */
function valuesIn(text: string, run: TextSpan, { min, max }: DigitLimits, isValue: IsValue): TextSpan[] {
  const groups = [...text.slice(run.start, run.end).matchAll(/[+(]*(\d+)/g)].map(({ index, 0: group, 1: digits }) => ({
    start: run.start + index,
    end: run.start + index + group.length,
    digits: digits!,
  }))
  const found: TextSpan[] = []
  for (let first = 0; first < groups.length; first++) {
    const { start } = groups[first]!
    // Days such as 01.02.2026 are left out, with what follows them.
    const third = groups[first + 2]
    if (third && date.test(text.slice(start, third.end))) {
      first += 2
      continue
    }
    let digits = ''
    let lastOfValue: number | undefined
    for (let last = first; last < groups.length && digits.length < max; last++) {
      const { end, digits: more } = groups[last]!
      digits += more
      if (digits.length < min || digits.length > max) continue
      if (isValue(text.slice(start, end), digits, text[end] ?? '')) lastOfValue = last
    }
    if (lastOfValue === undefined) continue
    found.push({ start, end: groups[lastOfValue]!.end })
    first = lastOfValue
  }
  return found
}

/** A number of equal digits has a right check digit at times, and is a placeholder. */
const isCard: IsValue = (_part, digits) => !/^(\d)\1*$/.test(digits) && isLuhnValid(digits)

/** A letter after it makes it a code; an x begins an extension. */
const isPhone: IsValue = (part, digits, next) => {
  if (/[\p{L}\p{N}]/u.test(next) && !/x/i.test(next)) return false
  if (northAmerican.test(part)) return true
  if (/^\(?\+/.test(part)) return true
  if (/^00 ?[1-9]/.test(part)) return digits.length >= 9
  return /^\(?0[1-9]/.test(part) && digits.length >= 9 && digits.length <= maxNationalDigits
}

/** Exactly as many characters as the country's IBANs have, whatever follows. */
function ibansIn(text: string): TextSpan[] {
  return spansOf(text, ibanStart).flatMap(({ start }) => {
    const length = ibanLengths.get(text.slice(start, start + 2).toUpperCase())
    if (length === undefined) return []
    let characters = ''
    let end = start
    for (; characters.length < length && end < text.length; end++)
      if (/[A-Za-z0-9]/.test(text[end]!)) characters += text[end]!.toUpperCase()
      else if (!/[ -]/.test(text[end]!)) break
    const isWhole = characters.length === length && !/[\p{L}\p{N}]/u.test(text[end] ?? '')
    return isWhole && isMod97Valid(characters) ? [{ start, end }] : []
  })
}

/** The pattern is bounded, but a longer name before the @ is masked as a whole. */
function emailsIn(text: string): TextSpan[] {
  if (!text.includes('@')) return []
  let last = 0
  return spansOf(text, emailPattern).map(({ start, end }) => {
    let from = start
    while (from > last && emailNameCharacter.test(text[from - 1]!)) from--
    last = end
    return { start: from, end }
  })
}

/** What each kind of rule finds. */
export const finders: Readonly<Record<MaskKind, (text: string) => TextSpan[]>> = {
  email: emailsIn,
  iban: ibansIn,
  card: (text) => spansOf(text, digitRun).flatMap((run) => valuesIn(text, run, cardDigits, isCard)),
  phone: (text) => spansOf(text, phoneRun).flatMap((run) => valuesIn(text, run, phoneDigits, isPhone)),
}
