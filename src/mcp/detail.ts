import { InvalidInputError } from '#client/errors.ts'
import type { Schema } from '#client/fields.ts'
import type { Cut } from './fit.ts'
import { outline, type OutlineLimits } from './outline.ts'

/* How much of a result a caller reads: every tool that reads takes these two arguments. */

type Result = Record<string, unknown>
export type View = { fields?: readonly string[]; isFull: boolean }
type Viewed = { value: Result; cuts: Cut[] }

const details = ['short', 'full'] as const

/** Beside the fields of an operation that reads. */
export const viewFields: Record<string, Schema> = {
  detail: {
    type: 'string',
    enum: [...details],
    description: 'short, the default, leaves out what is empty and cuts long texts and lists.',
  },
  fields: {
    type: 'array',
    items: { type: 'string' },
    description: 'Only these fields of the result, or of the items of a list: name, themes.name.',
  },
}

const itemLimits: OutlineLimits = { text: 240, objects: 3, scalars: 3, keepsEmpty: false }
const resultLimits: OutlineLimits = { text: 1500, objects: 20, scalars: 5, keepsEmpty: true }

const writtenLimits: OutlineLimits = { text: 600, objects: 8, scalars: 5, keepsEmpty: true }

/** Takes the arguments out of the input of a tool. */
export function viewOf({ detail, fields, ...input }: Result): { view: View; input: Result } {
  if (detail !== undefined && !details.includes(detail as 'full')) throw invalid('detail', 'must be short or full')
  const names = typeof fields === 'string' ? [fields] : fields
  if (names !== undefined && !(Array.isArray(names) && names.every((name) => typeof name === 'string' && name)))
    throw invalid('fields', 'must be a list of names')
  return { view: { ...(names?.length && { fields: names as string[] }), isFull: detail === 'full' }, input }
}

const invalid = (field: string, message: string) => new InvalidInputError(`${field} ${message}`)

const isObject = (value: unknown): value is Result =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The result as it was asked for. */
export function viewed(result: Result, { fields, isFull }: View): Viewed {
  if (fields) return { value: picked(result, fields), cuts: [] }
  if (isFull) return { value: result, cuts: [] }
  const { data, pagination, ...rest } = result
  const isList = Array.isArray(data)
  const items = isList ? outline(data, itemLimits) : undefined
  const others = outline(isList ? rest : result, resultLimits)
  return {
    value: { ...(isList && { data: items!.value }), ...(others.value as Result), ...(isList && { pagination }) },
    cuts: [...(items?.cuts ?? []).map((cut) => ({ ...cut, path: `data.${cut.path}` })), ...others.cuts],
  }
}

/** A long result of a write, which repeats much of what was sent. */
export const outlined = (result: Result): Viewed => {
  const { value, cuts } = outline(result, writtenLimits)
  return { value: value as Result, cuts }
}

function picked(result: Result, fields: readonly string[]): Result {
  if (!Array.isArray(result.data)) return pickAll([result], fields)[0]!
  const items = result.data as unknown[]
  if (!items.every(isObject)) throw invalid('fields', 'does not apply to this list: its items are single lines')
  return { ...result, data: items.length > 0 ? pickAll(items, fields) : items }
}

/** A name that no item has is a mistake; one that some items have is left out of the others. */
function pickAll(items: readonly Result[], fields: readonly string[]): Result[] {
  const known = new Set(items.flatMap((item) => Object.keys(item)))
  const unknown = fields.filter((field) => !known.has(field.split('.')[0]!))
  if (unknown.length > 0)
    throw invalid('fields', `has no ${unknown.join(', ').slice(0, 200)}; there are ${[...known].join(', ')}`)
  const wanted = treeOf(fields.map((field) => field.split('.')))
  return items.map((item) => partOf(item, wanted) as Result)
}

type Tree = Map<string, Tree>

const treeOf = (paths: readonly string[][]): Tree =>
  new Map(
    [
      ...Map.groupBy(
        paths.filter((path) => path.length > 0),
        ([name]) => name!,
      ),
    ].map(([name, under]) => [
      name,
      // The whole of it was asked for as well.
      treeOf(under.some((path) => path.length === 1) ? [] : under.map((path) => path.slice(1))),
    ]),
  )

/** Of lists the part of each item. */
function partOf(value: unknown, wanted: Tree): unknown {
  if (wanted.size === 0) return value
  if (Array.isArray(value)) return value.map((item) => partOf(item, wanted))
  if (!isObject(value)) return value
  return Object.fromEntries(
    [...wanted].filter(([name]) => name in value).map(([name, deeper]) => [name, partOf(value[name], deeper)]),
  )
}
