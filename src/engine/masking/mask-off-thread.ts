import { extname, join } from 'node:path'
import { Piscina } from 'piscina'
import {
  MASKING_THREADS,
  MAX_INLINE_LENGTH,
  MAX_MASKING_MS,
  MAX_TASK_LENGTH,
  MAX_WAITING_TEXTS,
  PATTERNS_PER_TASK,
} from '#engine/thresholds/masking.ts'
import { type MaskedText, type MaskRules, maskText, type PatternCheck, compileMaskRules } from './mask-text.ts'
import type { CheckTask, MaskAnswer, MaskTask } from './mask-thread.ts'
import { TooManyStepsError } from './metered-pattern.ts'
import { createTurns, QueueFullError } from './turns.ts'

let pool: Piscina | undefined
const turns = createTurns({ running: MASKING_THREADS, waitingOfOwner: MAX_WAITING_TEXTS })

const openPool = () => {
  const opened = new Piscina({
    filename: join(import.meta.dirname, `mask-thread${extname(import.meta.filename)}`),
    minThreads: 0,
    maxThreads: MASKING_THREADS,
    idleTimeout: 60_000,
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  // A thread that dies fails its task, and emits the error as well.
  opened.on('error', () => {})
  return opened
}

/** A task that takes too long or too much memory ends with its thread. */
async function runTask<Answer>(owner: string, task: MaskTask | CheckTask): Promise<Answer> {
  return turns.take(owner, async () => {
    pool ??= openPool()
    try {
      return (await pool.run(task, { signal: AbortSignal.timeout(MAX_MASKING_MS) })) as Answer
    } catch (error) {
      const { name, code } = error as { name?: string; code?: string }
      if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') throw new TooManyStepsError()
      throw error
    }
  })
}

/** Parts of the list whose texts have at most `MAX_TASK_LENGTH` characters together. */
function partsOf(texts: readonly string[]): string[][] {
  const parts: string[][] = []
  let length = Infinity
  for (const text of texts) {
    length += text.length
    if (length > MAX_TASK_LENGTH) {
      parts.push([])
      length = text.length
    }
    parts.at(-1)!.push(text)
  }
  return parts
}

/** Throws a TooManyStepsError when a text needs too much work, and a QueueFullError when too many texts wait. */
export async function maskTexts(owner: string, rules: MaskRules, texts: readonly string[]): Promise<MaskedText[]> {
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (rules.patterns.length === 0 && length <= MAX_INLINE_LENGTH) {
    const finders = compileMaskRules(rules)
    return texts.map((text) => maskText(finders, text))
  }
  const masked: MaskedText[] = []
  for (const part of partsOf(texts))
    for (let rest = part; rest.length > 0;) {
      const answer = await runTask<MaskAnswer>(owner, { kind: 'mask', rules, texts: rest })
      if ('exceeded' in answer) throw new TooManyStepsError()
      for (const one of answer.masked) masked.push(one)
      rest = rest.slice(answer.masked.length)
    }
  return masked
}

/** Size and problem of each pattern, in their order. Throws a TooManyStepsError when they take too long to compile. */
export async function checkPatterns(owner: string, patterns: readonly string[]): Promise<PatternCheck[]> {
  const end = performance.now() + MAX_MASKING_MS
  const checks: PatternCheck[] = []
  for (let n = 0; n < patterns.length; n += PATTERNS_PER_TASK) {
    if (performance.now() > end) throw new TooManyStepsError()
    checks.push(
      ...(await runTask<PatternCheck[]>(owner, { kind: 'check', patterns: patterns.slice(n, n + PATTERNS_PER_TASK) })),
    )
  }
  return checks
}

export { QueueFullError, TooManyStepsError }
