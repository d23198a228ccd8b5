import { isObject } from './sanitize.ts'

/* A subset of JSONPath: `$`, `.name`, `[n]` and `[*]`. */

type Step = { name: string } | { index: number } | 'each'

const step = /\.([A-Za-z_][\w-]{0,99})|\[(\d{1,6})\]|\[(\*)\]/y
const maxSteps = 32

/** Undefined when the text is not a path. */
export function parsePath(text: string): Step[] | undefined {
  if (text[0] !== '$') return undefined
  const steps: Step[] = []
  for (step.lastIndex = 1; step.lastIndex < text.length;) {
    const match = step.exec(text)
    if (!match || steps.length === maxSteps) return undefined
    const [, name, index, each] = match
    if (each) steps.push('each')
    else steps.push(name === undefined ? { index: Number(index) } : { name })
  }
  return steps
}

const maxMatches = 500

/** All values that match the path, in document order. */
export function valuesAt(payload: unknown, path: string): unknown[] {
  let found: unknown[] = [payload]
  for (const next of parsePath(path) ?? [{ name: '' }])
    found = found.flatMap((value) => stepInto(value, next)).slice(0, maxMatches)
  return found
}

function stepInto(value: unknown, next: Step): unknown[] {
  if (next === 'each') return Array.isArray(value) ? value : []
  if ('index' in next) return Array.isArray(value) && next.index < value.length ? [value[next.index]] : []
  return isObject(value) && Object.hasOwn(value, next.name) ? [value[next.name]] : []
}
