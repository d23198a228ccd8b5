import { RE2JS, RE2JSException } from 're2js'
import { finders, type MaskKind, type Span } from './find-values.ts'

/* Replaces personal values by the name of their rule. Patterns run on RE2, whose time is linear in the text. */

export type MaskPattern = { name: string; pattern: string }
export type MaskRules = { kinds: readonly MaskKind[]; patterns: readonly MaskPattern[] }
export type MaskedText = { text: string; /** How many values each rule replaced. */ counts: Map<string, number> }

type Finder = { rule: string; find(text: string): Span[] }
export type MaskFinders = readonly Finder[]

/** A pattern that repeats this much is refused: its program would need too much memory. */
const maxProgramSize = 5000

/**
 * One search is linear in the text, but many searches that each read to its end are not. So a pattern is searched in
 * windows, and after this many matches the rest of a window is masked as a whole.
 */
const window = { length: 2000, overlap: 200, maxMatches: 50 }

/** Why a pattern cannot be used; undefined when it can. */
export function patternProblem(pattern: string): string | undefined {
  try {
    const compiled = RE2JS.compile(pattern)
    if (compiled.programSize() > maxProgramSize) return 'repeats too much'
    return compiled.matcher('').find() ? 'matches empty text' : undefined
  } catch (error) {
    if (error instanceof RE2JSException) return `is not a regular expression of RE2: ${error.message}`
    throw error
  }
}

/** Patterns come first, because they are more specific; a phone number comes last, because its form is the loosest. */
const kindOrder: readonly MaskKind[] = ['email', 'iban', 'card', 'phone']

export const compileRules = ({ kinds, patterns }: MaskRules): MaskFinders => [
  ...patterns.map(({ name, pattern }) => patternFinder(name, pattern)),
  ...kindOrder.filter((kind) => kinds.includes(kind)).map((kind) => ({ rule: kind, find: finders[kind] })),
]

function patternFinder(rule: string, pattern: string): Finder {
  const compiled = RE2JS.compile(pattern)
  return {
    rule,
    find(text) {
      const spans: Span[] = []
      for (let start = 0; start < text.length;) {
        const isLast = start + window.length >= text.length
        const found = searchWindow(compiled, text.slice(start, start + window.length))
        const own = found.filter((span) => isLast || span.start < window.length - window.overlap)
        spans.push(...own.map((span) => ({ start: start + span.start, end: start + span.end })))
        if (isLast) break
        start += Math.max(window.length - window.overlap, own.at(-1)?.end ?? 0)
      }
      return spans
    },
  }
}

function searchWindow(compiled: RE2JS, text: string): Span[] {
  const spans: Span[] = []
  const matcher = compiled.matcher(text)
  while (matcher.find()) {
    const start = matcher.start()
    if (spans.length === window.maxMatches) return [...spans, { start, end: text.length }]
    if (matcher.end() > start) spans.push({ start, end: matcher.end() })
  }
  return spans
}

/** What was masked before is not masked again. */
const placeholder = /\[[a-z][a-z0-9_-]{0,31}\]/g
const placeholderOf = (rule: string) => `[${rule}]`

/** The same text and rules always give the same result. Where values overlap, the earlier rule wins. */
export function maskText(rules: MaskFinders, text: string): MaskedText {
  const masked = rules.flatMap(({ rule, find }) => find(text).map((span) => ({ ...span, rule })))
  const counts = new Map<string, number>()
  if (masked.length === 0) return { text, counts }
  const names = new Set(rules.map(({ rule }) => placeholderOf(rule)))
  const kept = [...text.matchAll(placeholder)]
    .filter(([found]) => names.has(found))
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
  const taken = new Uint8Array(text.length)
  for (const { start, end } of kept) taken.fill(1, start, end)
  const chosen = masked.filter(({ start, end }) => {
    if (taken.subarray(start, end).includes(1)) return false
    taken.fill(1, start, end)
    return true
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
