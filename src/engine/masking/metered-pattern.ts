import { RE2JS } from 're2js'
import type { TextSpan } from '#engine/text/split-statements.ts'

/** Steps that are left for a text; a search that needs more of them ends with an error. */
export type StepMeter = { left: number }

export class TooManyStepsError extends Error {
  constructor() {
    super('masking this text needs too many steps')
    this.name = 'TooManyStepsError'
  }
}

type MeteredPattern = {
  /** Instructions of the program: reading one character takes at most this many steps. */
  size: number
  find(text: string, meter: StepMeter): TextSpan[]
  matchesEmptyText: boolean
}

type MachineInput = { step(position: number): number }

/**
 * One search of RE2 is linear in the text, but many searches that each read to its end are not. RE2JS has no limit of
 * its own, so its automaton, which visits each instruction at most once for a character, reads through a counter.
 */
export function compilePattern(pattern: string): MeteredPattern {
  const compiled = RE2JS.compile(pattern)
  const size = compiled.programSize()
  const matchesEmptyText = compiled.matcher('').find()
  const engine = compiled.re2()
  let meter: StepMeter = { left: 0 }
  engine.executeEngine = (input: MachineInput, ...search) => {
    const step = input.step.bind(input)
    input.step = (at) => {
      meter.left -= size
      if (meter.left < 0) throw new TooManyStepsError()
      return step(at)
    }
    return engine.doExecuteNFA(input, ...search)
  }
  return {
    size,
    matchesEmptyText,
    find(text, stepsLeft) {
      meter = stepsLeft
      const spans: TextSpan[] = []
      const matcher = compiled.matcher(text)
      while (matcher.find())
        if (matcher.end() > matcher.start()) spans.push({ start: matcher.start(), end: matcher.end() })
      return spans
    },
  }
}
