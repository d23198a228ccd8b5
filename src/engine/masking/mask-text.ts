import { RE2JSException } from 're2js'
import { finders, type MaskKind } from './find-values.ts'
import { compilePattern, type StepMeter, TooManyStepsError } from './metered-pattern.ts'
import type { TextSpan } from '#engine/text/split-statements.ts'

/* Replaces personal values by the name of their rule. Patterns run on RE2, with a limit of steps for each text. */

export type MaskPattern = { name: string; pattern: string }
export type MaskRules = { kinds: readonly MaskKind[]; patterns: readonly MaskPattern[] }
export type MaskedText = { text: string; /** How many values each rule replaced. */ counts: Map<string, number> }

type Finder = { rule: string; find(text: string, meter: StepMeter): TextSpan[] }
export type MaskFinders = { finders: readonly Finder[]; /** Of the patterns together. */ size: number }

/**
 * Instructions that the patterns for a text may have together; 20 patterns such as an order number have about 250.
 * A text of 50,000 characters then takes at most 25 million steps.
 */
export const maxPatternSize = 500
/** Enough for the longest text with the largest patterns. A step takes up to 85 ns, the whole about 2.5 seconds. */
export const maxStepsPerText = 30_000_000

export const newMeter = (): StepMeter => ({ left: maxStepsPerText })

export type PatternCheck = { size: number; /** Why it cannot be used. */ problem: string | undefined }

const isTooLarge = (size: number) =>
  `has ${size} instructions after its repetitions are written out; ${maxPatternSize} are allowed. ` +
  'Repeat fewer times, or without an upper bound: {20,} has fewer than {20,200}'

export function checkPattern(pattern: string): PatternCheck {
  try {
    const { size, matchesEmptyText } = compilePattern(pattern)
    if (size > maxPatternSize) return { size, problem: isTooLarge(size) }
    return { size, problem: matchesEmptyText ? 'matches empty text' : undefined }
  } catch (error) {
    if (error instanceof RE2JSException)
      return { size: 0, problem: `is not a regular expression of RE2: ${error.message}` }
    throw error
  }
}

/** Patterns come first, because they are more specific; a phone number comes last, because its form is the loosest. */
const kindOrder: readonly MaskKind[] = ['email', 'iban', 'card', 'phone']

export function compileMaskRules({ kinds, patterns }: MaskRules): MaskFinders {
  const compiled = patterns.map(({ name, pattern }) => ({ rule: name, ...compilePattern(pattern) }))
  return {
    finders: [
      ...compiled,
      ...kindOrder.filter((kind) => kinds.includes(kind)).map((kind) => ({ rule: kind, find: finders[kind] })),
    ],
    size: compiled.reduce((sum, { size }) => sum + size, 0),
  }
}

/** What was masked before is not masked again. */
const placeholder = /\[[a-z][a-z0-9_-]{0,31}\]/g
const placeholderOf = (rule: string) => `[${rule}]`

/** What earlier rules have left of a value: the rest of a secret is one as well, unless it is punctuation. */
function freeParts(text: string, { start, end }: TextSpan, taken: Uint8Array): TextSpan[] {
  const own = taken.subarray(start, end)
  if (!own.includes(1)) return [{ start, end }]
  const parts: TextSpan[] = []
  for (let from = own.indexOf(0); from >= 0;) {
    const next = own.indexOf(1, from)
    const to = next < 0 ? own.length : next
    const part = text.slice(start + from, start + to)
    if (/[\p{L}\p{N}]/u.test(part))
      parts.push({ start: start + to - part.trimStart().length, end: start + from + part.trimEnd().length })
    from = own.indexOf(0, to)
  }
  return parts
}

/**
 * The same text and rules always give the same result. Where values overlap, the earlier rule wins and the later one
 * gets the rest. Throws when the patterns need too many steps; patterns from before there was a limit are not even
 * tried then.
 */
export function maskText({ finders: rules, size }: MaskFinders, text: string, meter = newMeter()): MaskedText {
  if (size > maxPatternSize && size * text.length > maxStepsPerText) throw new TooManyStepsError()
  const masked = rules.flatMap(({ rule, find }) => find(text, meter).map((span) => ({ ...span, rule })))
  const counts = new Map<string, number>()
  if (masked.length === 0) return { text, counts }
  const names = new Set(rules.map(({ rule }) => placeholderOf(rule)))
  const kept = [...text.matchAll(placeholder)]
    .filter(([found]) => names.has(found))
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
  const taken = new Uint8Array(text.length)
  for (const { start, end } of kept) taken.fill(1, start, end)
  const chosen = masked.flatMap(({ rule, ...span }) => {
    const parts = freeParts(text, span, taken)
    for (const { start, end } of parts) taken.fill(1, start, end)
    return parts.map((part) => ({ ...part, rule }))
  })
  let result = ''
  let position = 0
  for (const { start, end, rule } of chosen.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(position, start) + placeholderOf(rule)
    position = end
    counts.set(rule, (counts.get(rule) ?? 0) + 1)
  }
  return { text: result + text.slice(position), counts }
}
