import type { Static } from 'typebox'
import type { Question, QuestionInput } from '#contract/resources/surveys.ts'

/* Rules for questions; pure. */

export type QuestionType = Static<typeof Question>['type']
type Scale = NonNullable<Static<typeof Question>['scale']>
export type QuestionOption = Static<typeof Question>['options'][number]
export type QuestionFields = Partial<Static<typeof QuestionInput>>
export type QuestionDefinition = Omit<Static<typeof Question>, 'id' | 'position'>
/** A question that can be answered. */
export type AnswerableQuestion = QuestionDefinition & { id: string }
export type Problem = { path: string; message: string }

export const isChoice = (type: QuestionType) => type === 'single_choice' || type === 'multi_choice'
/** Answered with a whole number on a bounded scale. */
export const isScaled = (type: QuestionType) => type === 'rating' || type === 'nps' || type === 'csat' || type === 'ces'

const scales: Partial<Record<QuestionType, { min: number; max: number }>> = {
  rating: { min: 1, max: 5 },
  nps: { min: 0, max: 10 },
  csat: { min: 1, max: 5 },
  ces: { min: 1, max: 7 },
}
const maxSteps = 100

const maxSlug = 64
/** Latin letters and digits, joined by underscores. */
export function slugFrom(text: string, fallback: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '')
  return slug || fallback
}

/** The slug, with a number where it is in use. */
export function uniqueSlug(slug: string, used: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const next = n === 1 ? slug : `${slug.slice(0, maxSlug - 5)}_${n}`
    if (!used.has(next)) return next
  }
}

function optionsOf(inputs: QuestionFields['options'], path: string): { options: QuestionOption[]; problem?: Problem } {
  const usedIds = new Set(inputs?.flatMap(({ id }) => id ?? []))
  if (usedIds.size < (inputs ?? []).filter(({ id }) => id !== undefined).length)
    return { options: [], problem: { path: `${path}.options`, message: 'has a duplicate id' } }
  const labels = new Set(inputs?.map(({ label }) => label))
  if (labels.size < (inputs?.length ?? 0))
    return { options: [], problem: { path: `${path}.options`, message: 'has a duplicate label' } }
  const options = (inputs ?? []).map(({ id, label }, n) => {
    const optionId = id ?? uniqueSlug(slugFrom(label, `option_${n + 1}`), usedIds)
    usedIds.add(optionId)
    return { id: optionId, label }
  })
  return { options }
}

function scaleOf(
  type: QuestionType,
  input: QuestionFields['scale'],
  path: string,
): { scale: Scale | null; problem?: Problem } {
  const refuse = (message: string) => ({ scale: null, problem: { path: `${path}.scale`, message } })
  const defaultScale = scales[type]
  if (!defaultScale && type !== 'number')
    return input ? refuse(`does not belong to a question of type ${type}`) : { scale: null }
  if (type === 'number' && !input) return { scale: null }
  const min = input?.min ?? defaultScale?.min ?? null
  const max = input?.max ?? defaultScale?.max ?? null
  if (type === 'nps' && (min !== 0 || max !== 10)) return refuse('of an NPS question runs from 0 to 10')
  if (min !== null && max !== null && min >= max) return refuse('has a maximum that is not above its minimum')
  if (defaultScale && !(Number.isInteger(min) && Number.isInteger(max) && max! - min! <= maxSteps))
    return refuse(`takes whole numbers, at most ${maxSteps} apart`)
  return { scale: { min, max, min_label: input?.min_label ?? null, max_label: input?.max_label ?? null } }
}

/** Fills in defaults; a key is made from the text unless one is fields. */
export function defineQuestion(
  fields: QuestionFields & { type: QuestionType; text: string },
  path: string,
  usedKeys: ReadonlySet<string>,
): { definition: QuestionDefinition; problem?: Problem } {
  const { type, text } = fields
  const { options, problem: badOptions } = optionsOf(fields.options, path)
  const { scale, problem: badScale } = scaleOf(type, fields.scale, path)
  const definition: QuestionDefinition = {
    key: fields.key ?? uniqueSlug(slugFrom(text, 'question'), usedKeys),
    type,
    text,
    options,
    scale,
    required: fields.required ?? false,
    analyze: type === 'open_text' && (fields.analyze ?? true),
  }
  const problem = badOptions ?? badScale ?? typeProblem(fields, path)
  return { definition, ...(problem && { problem }) }
}

function typeProblem({ type, options, analyze }: QuestionFields, path: string): Problem | undefined {
  if (isChoice(type!) && (options?.length ?? 0) < 2)
    return { path: `${path}.options`, message: 'needs at least two options' }
  if (!isChoice(type!) && options?.length)
    return { path: `${path}.options`, message: `do not belong to a question of type ${type}` }
  if (type !== 'open_text' && analyze) return { path: `${path}.analyze`, message: 'is only for open_text' }
  return undefined
}

/** Refuses changes that would make stored answers invalid; undefined when the change is allowed. */
export function frozenProblem(before: QuestionDefinition, next: QuestionDefinition): string | undefined {
  if (before.type !== next.type) return 'The survey has responses; a question keeps its type.'
  if (before.scale?.min !== next.scale?.min || before.scale?.max !== next.scale?.max)
    return 'The survey has responses; a question keeps its scale.'
  const kept = new Set(next.options.map(({ id }) => id))
  return before.options.every(({ id }) => kept.has(id))
    ? undefined
    : 'The survey has responses; options can be added or renamed, not removed.'
}
