import { MAX_COMPILED_PATTERNS } from '#engine/thresholds/masking.ts'
import {
  checkPattern,
  type MaskFinders,
  maskText,
  maxStepsPerText,
  newMeter,
  type PatternCheck,
  type MaskedText,
  type MaskRules,
  compileMaskRules,
} from './mask-text.ts'
import { TooManyStepsError } from './metered-pattern.ts'

/* Compiles and searches patterns in a worker thread: both can take seconds. */

export type MaskTask = { kind: 'mask'; rules: MaskRules; texts: readonly string[] }
export type CheckTask = { kind: 'check'; patterns: readonly string[] }
/**
 * `exceeded` when a text needs too many steps: errors lose their class on the way between threads. Otherwise the first
 * of the texts, at least one: the others are another task, so that other owners have their turn.
 */
export type MaskAnswer = { masked: MaskedText[] } | { exceeded: true }

/** Compiling takes longer than masking a short text. */
const compiled = new Map<string, MaskFinders>()

function findersOf(rules: MaskRules): MaskFinders {
  const key = JSON.stringify(rules)
  const known = compiled.get(key)
  if (known) return known
  const finders = compileMaskRules(rules)
  if (compiled.size >= MAX_COMPILED_PATTERNS) compiled.clear()
  compiled.set(key, finders)
  return finders
}

function maskTexts({ rules, texts }: MaskTask): MaskAnswer {
  try {
    const finders = findersOf(rules)
    const masked: MaskedText[] = []
    let steps = 0
    for (const text of texts) {
      const meter = newMeter()
      masked.push(maskText(finders, text, meter))
      steps += maxStepsPerText - meter.left
      if (steps >= maxStepsPerText) break
    }
    return { masked }
  } catch (error) {
    if (error instanceof TooManyStepsError) return { exceeded: true }
    throw error
  }
}

export default function runTask(task: MaskTask | CheckTask): MaskAnswer | PatternCheck[] {
  return task.kind === 'mask' ? maskTexts(task) : task.patterns.map(checkPattern)
}
