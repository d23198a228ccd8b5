import type { Static } from 'typebox'
import type { Integration } from '#contract/resources/integration-shapes.ts'
import type { ErrorDetail } from '#contract/core/errors.ts'
import { code, type JsonObject } from './sanitize.ts'
import { type RecordDraft, type SkipReason, ignored, type ReadResult } from './records.ts'
import { builders, plainFeedbackFields } from './build-records.ts'
import { parsePath, valuesAt } from './json-path.ts'

/* Reads payloads of any shape with a mapping of fields to JSON paths. */

export type FieldMapping = NonNullable<Static<typeof Integration>['mapping']>

/** For senders that use Earshot's field names. */
export const defaultMapping: FieldMapping = {
  record: 'feedback',
  fields: Object.fromEntries(
    [...plainFeedbackFields, 'contact.email', 'contact.name'].map((name) => [name, `$.${name}`]),
  ),
}

/** The validation errors of a mapping, by field. */
export function mappingProblems({ record, items, fields, when, rating_scale }: FieldMapping): ErrorDetail[] {
  const builder = builders[record]
  const noPath = 'is not a path: $, .name, [n] and [*]'
  const problems: ErrorDetail[] = []
  const check = (path: string, text: string | undefined) =>
    void (text !== undefined && !parsePath(text) && problems.push({ path, message: noPath }))
  check('body.mapping.items', items)
  check('body.mapping.when.path', when?.path)
  if (rating_scale && rating_scale.min >= rating_scale.max)
    problems.push({ path: 'body.mapping.rating_scale', message: 'has a minimum that is not below its maximum' })
  for (const [name, path] of Object.entries(fields)) {
    check(`body.mapping.fields.${name}`, path)
    if (!builder.accepts(name))
      problems.push({ path: `body.mapping.fields.${name}`, message: `is not a field of a ${record.replace('_', ' ')}` })
  }
  if (!builder.requiresOneOf.some((name) => name in fields))
    problems.push({ path: 'body.mapping.fields', message: `needs ${builder.requiresOneOf.join(' or ')}` })
  return problems.slice(0, 20)
}

/** `key` names the delivery, for records that have no id of their own. */
export function readMapped(payload: JsonObject, mapping: FieldMapping, source: string, key: string): ReadResult {
  const type = code(payload.type, 100) ?? null
  const items = mapping.items === undefined ? [payload] : valuesAt(payload, mapping.items)
  const { when } = mapping
  const matching = items.flatMap((item, n) =>
    when === undefined || valuesAt(item, when.path).some((value) => value === when.equals) ? [{ item, n }] : [],
  )
  if (matching.length === 0) return ignored(type, items.length === 0 ? 'no_items' : 'no_match')
  const drafts: RecordDraft[] = []
  const faults: string[] = []
  for (const { item, n } of matching) {
    const built = builders[mapping.record].build(valuesOf(item, mapping), source, `${key}/${n}`)
    if ('fault' in built) faults.push(items.length > 1 ? `item ${n}: ${built.fault}` : built.fault)
    else drafts.push(built.draft)
  }
  const skipped: SkipReason | null = faults.length
    ? { reason: 'invalid_record', detail: faults.slice(0, 5).join('; '), isFault: drafts.length === 0 }
    : null
  return { type, drafts, skipped }
}

/** A path with `[*]` gives the field all matches, any other path the first one. */
const valuesOf = (item: unknown, { fields, rating_scale }: FieldMapping): ReadonlyMap<string, unknown> =>
  new Map([
    ...scaleValues(rating_scale),
    ...Object.entries(fields).flatMap(([name, path]): [string, unknown][] => {
      const found = valuesAt(item, path).filter((value) => value !== null)
      return found.length === 0 ? [] : [[name, path.includes('[*]') ? found : found[0]]]
    }),
  ])

/** The scale of payloads that do not name it, as if each had named it. */
const scaleValues = (scale: FieldMapping['rating_scale']): [string, unknown][] =>
  scale
    ? ['rating', 'csat'].flatMap((field): [string, unknown][] => [
        [`${field}.scale_min`, scale.min],
        [`${field}.scale_max`, scale.max],
      ])
    : []
