import type { Static } from 'typebox'
import type { Question, QuestionInput } from '#contract/resources/surveys.ts'

/* What a question is made of; pure. */

export type QuestionType = Static<typeof Question>['type']
export type Scale = NonNullable<Static<typeof Question>['scale']>
export type Option = { id: string; label: string }
export type Given = Partial<Static<typeof QuestionInput>>
export type Shape = {
  key: string
  type: QuestionType
  text: string
  required: boolean
  options: Option[]
  scale: Scale | null
  analyze: boolean
}
export type Problem = { path: string; message: string }

export const isChoice = (type: QuestionType) => type === 'single_choice' || type === 'multi_choice'
/** Whole numbers on a scale with two ends. */
export const isScaled = (type: QuestionType) => type === 'rating' || type === 'nps' || type === 'csat' || type === 'ces'

const scales: Partial<Record<QuestionType, { min: number; max: number }>> = {
  rating: { min: 1, max: 5 },
  nps: { min: 0, max: 10 },
  csat: { min: 1, max: 5 },
  ces: { min: 1, max: 7 },
}
const maxSteps = 100

const maxSlug = 64
/** Latin letters and digits of the words; whatever is left of them. */
export function slugFrom(words: string, otherwise: string): string {
  const slug = words
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '')
  return slug || otherwise
}

/** The slug, or with a number behind it what nobody has yet. */
export function unused(slug: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const next = n === 1 ? slug : `${slug.slice(0, maxSlug - 5)}_${n}`
    if (!taken.has(next)) return next
  }
}

function optionsOf(given: Given['options'], path: string): { options: Option[]; problem?: Problem } {
  const taken = new Set(given?.flatMap(({ id }) => id ?? []))
  if (taken.size < (given ?? []).filter(({ id }) => id !== undefined).length)
    return { options: [], problem: { path: `${path}.options`, message: 'has an id twice' } }
  const labels = new Set(given?.map(({ label }) => label))
  if (labels.size < (given?.length ?? 0))
    return { options: [], problem: { path: `${path}.options`, message: 'has a label twice' } }
  const options = (given ?? []).map(({ id, label }, n) => {
    const own = id ?? unused(slugFrom(label, `option_${n + 1}`), taken)
    taken.add(own)
    return { id: own, label }
  })
  return { options }
}

function scaleOf(type: QuestionType, given: Given['scale'], path: string): { scale: Scale | null; problem?: Problem } {
  const refused = (message: string) => ({ scale: null, problem: { path: `${path}.scale`, message } })
  const usual = scales[type]
  if (!usual && type !== 'number')
    return given ? refused(`does not belong to a question of type ${type}`) : { scale: null }
  if (type === 'number' && !given) return { scale: null }
  const min = given?.min ?? usual?.min ?? null
  const max = given?.max ?? usual?.max ?? null
  if (type === 'nps' && (min !== 0 || max !== 10)) return refused('of an NPS question runs from 0 to 10')
  if (min !== null && max !== null && min >= max) return refused('has an end that is not above its beginning')
  if (usual && !(Number.isInteger(min) && Number.isInteger(max) && max! - min! <= maxSteps))
    return refused(`takes whole numbers, at most ${maxSteps} apart`)
  return { scale: { min, max, min_label: given?.min_label ?? null, max_label: given?.max_label ?? null } }
}

/** A question with everything that follows from what is given. `key` is left as it is when there is one. */
export function shapeOf(
  given: Given & { type: QuestionType; text: string },
  path: string,
  takenKeys: ReadonlySet<string>,
): { shape: Shape; problem?: Problem } {
  const { type, text } = given
  const { options, problem: badOptions } = optionsOf(given.options, path)
  const { scale, problem: badScale } = scaleOf(type, given.scale, path)
  const shape: Shape = {
    key: given.key ?? unused(slugFrom(text, 'question'), takenKeys),
    type,
    text,
    options,
    scale,
    required: given.required ?? false,
    analyze: type === 'open_text' && (given.analyze ?? true),
  }
  const problem = badOptions ?? badScale ?? misfit(given, path)
  return { shape, ...(problem && { problem }) }
}

function misfit({ type, options, analyze }: Given, path: string): Problem | undefined {
  if (isChoice(type!) && (options?.length ?? 0) < 2)
    return { path: `${path}.options`, message: 'needs at least two of them' }
  if (!isChoice(type!) && options?.length)
    return { path: `${path}.options`, message: `do not belong to a question of type ${type}` }
  if (type !== 'open_text' && analyze) return { path: `${path}.analyze`, message: 'goes with open_text only' }
  return undefined
}

/** What must not change once somebody has answered; undefined when the change is fine. */
export function frozen(before: Shape, next: Shape): string | undefined {
  if (before.type !== next.type) return 'The survey has responses; a question keeps its type.'
  if (before.scale?.min !== next.scale?.min || before.scale?.max !== next.scale?.max)
    return 'The survey has responses; a question keeps its scale.'
  const kept = new Set(next.options.map(({ id }) => id))
  return before.options.every(({ id }) => kept.has(id))
    ? undefined
    : 'The survey has responses; options can be added or renamed, not taken away.'
}
