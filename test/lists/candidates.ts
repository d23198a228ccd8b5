import { newId } from '#store/ids.ts'
import type { Fixture } from '../fixtures.ts'

/* Values for a filter: those that the contract names, and those that the rows of the list have. */

type Json = Record<string, any>
export type Schema = Json

/** The values of an enumeration, also inside of a list. */
export function enumerated(schema: Schema): string[] {
  if (schema.items) return enumerated(schema.items)
  const consts = (schema.anyOf as Schema[] | undefined)?.flatMap((one) => one.const ?? enumerated(one))
  return (schema.enum ?? consts ?? []).map(String)
}

/** Every value in the rows with the path of its names: `company.name`. */
function* leaves(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* leaves(item, path)
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) yield* leaves(one, path ? `${path}.${name}` : name)
  else if (value !== null && value !== undefined) yield [path, value]
}

const isTime = (path: string, value: unknown) => /(_at|_date)$/.test(path) && typeof value === 'string'
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const distinct = (values: readonly unknown[]) => [...new Set(values.map(String))]

/** The values to try one after the other. */
export function candidatesOf(
  name: string,
  schema: Schema,
  { items, fixtures }: { items: readonly Json[]; fixtures: readonly Fixture[] },
): string[] {
  const known = enumerated(schema)
  if (known.length) return known
  if (schema.type === 'boolean') return ['true', 'false']
  const all = items.flatMap((item) => [...leaves(item)])
  if (/_(after|before|since)$/.test(name))
    return [
      '2000-01-01',
      '2100-01-01',
      ...all.filter(([path, value]) => isTime(path, value)).map(([, value]) => String(value)),
    ]
  if (name === 'q') {
    const words = all.flatMap(([, value]) => (typeof value === 'string' ? (value.match(/\p{L}{3,}/gu) ?? []) : []))
    return distinct(words).slice(0, 60)
  }
  if (name === 'after') return distinct(all.filter(([path]) => path === 'id').map(([, value]) => value))
  const column = name.replace(/^(min|max)_|_(min|max)$/, '')
  const isNamed = (path: string) =>
    new RegExp(`(^|\\.)(${column}(s|_score|\\.name|\\.value|\\.amount)?|${column.replace(/_id$/, '')}\\.id)$`).test(
      path,
    )
  const named = all.filter(([path]) => isNamed(path)).map(([, value]) => value)
  const given = fixtures.flatMap((fixture) => [fixture[camelCase(name)], fixture[name]]).filter(Boolean)
  return distinct([...named, ...given, ...(name.endsWith('_id') ? [newId()] : [])])
}
