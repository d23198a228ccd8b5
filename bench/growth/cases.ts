import { exampleOf } from '#contract/core/example.ts'
import { isPublic, type Route, type Routes } from '#contract/core/route.ts'
import { inventory } from '#contract/index.ts'
import type { Samples } from './samples.ts'

export type Case = { id: string; name: string; path: string }

type Schema = Record<string, unknown>

/** Values of a filter by its name; a text that occurs and one that does not read very different rows. */
const textValues = (samples: Samples): Record<string, readonly string[]> => ({
  q: ['export', 'zzqxyz'],
  source: ['zendesk', 'nowhere'],
  tag: ['tag-4', 'nothing'],
  language: ['de', 'xx'],
  email: ['person-9@example.com'],
  company: ['Company 7'],
  source_name: ['support'],
  question_key: ['score'],
  value: ['7'],
  external_id: ['z-8'],
  provider: ['zendesk'],
  ...Object.fromEntries(['after', 'before', 'since'].map((when) => [when, [samples.early, samples.late]])),
})

const asFormat = (at: string, { format }: Schema) => (format === 'date' ? at.slice(0, 10) : at)

/** Parameters that do not select rows, or that only make sense with others. */
const skipped = new Set([
  'limit',
  'offset',
  'cursor',
  'wait',
  'max_tokens',
  'after',
  'external_id',
  'batch_id',
  'value',
])

/** Every sort and mode; of values that rows have, one says as much as all, except for the rare statuses. */
const choices = (name: string, values: string[], areSets: boolean) =>
  areSets && name !== 'status' && name !== 'dimensions' ? values.slice(0, 1) : values

function valuesOf(name: string, schema: Schema, samples: Samples): readonly string[] {
  if (name in samples.ids) return [samples.ids[name]!]
  const items = (schema.items as Schema | undefined) ?? schema
  if (Array.isArray(items.enum)) return choices(name, items.enum.map(String), schema.type === 'array')
  if (schema.type === 'boolean') return ['true', 'false']
  const byName = textValues(samples)
  const suffix = /_(after|before|since)$/.exec(name)?.[1]
  if (suffix) return byName[suffix]!.map((at) => asFormat(at, schema))
  if (name === 'from' || name === 'to') return [asFormat(name === 'from' ? samples.early : samples.late, schema)]
  return byName[name] ?? [String(exampleOf(items))]
}

const requiredOf = (route: Route): string[] =>
  (((route.query as Schema | undefined)?.required as string[] | undefined) ?? []).filter(
    (name) => !('default' in (route.query!.properties[name] as Schema)),
  )

/** The same text in every organization, so without ids. */
const describe =
  ({ ids, early, late }: Samples) =>
  ([name, value]: [string, string]) => {
    if (Object.values(ids).includes(value) && name.endsWith('id')) return `${name}=…`
    if (value === early || value === early.slice(0, 10)) return `${name}=early`
    return `${name}=${value === late || value === late.slice(0, 10) ? 'late' : value}`
  }

/** A parameter that is refused without another. */
const together: Record<string, (value: string, samples: Samples, properties: object) => Record<string, string>> = {
  provider: (_, __, properties): Record<string, string> => ('external_id' in properties ? { external_id: 'z-8' } : {}),
  include_deleted: (value, { late }): Record<string, string> => (value === 'true' ? { updated_since: late } : {}),
  type: (value, { ids }, properties): Record<string, string> =>
    'id' in properties ? { id: ids[`${value}_id`] ?? '' } : {},
  from: (_, { late }, properties): Record<string, string> => ('period' in properties ? { to: late.slice(0, 10) } : {}),
  to: (_, { early }, properties): Record<string, string> =>
    'period' in properties ? { from: early.slice(0, 10) } : {},
  question_key: () => ({ value: '7' }),
}

function casesOf(id: string, route: Route, samples: Samples): Case[] | undefined {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const idOf = (name: string) => samples.ids[`${id}.${name}`] ?? samples.ids[name]
  if (names.some((name) => !idOf(name))) return undefined
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => idOf(name)!)
  const properties = (route.query?.properties ?? {}) as Record<string, Schema>
  const required = Object.fromEntries(
    requiredOf(route).map((name) => [name, valuesOf(name, properties[name]!, samples)[0]!]),
  )
  const caseOf = (query: Record<string, string>): Case => {
    const shown = new URLSearchParams(query).toString()
    return {
      id,
      name: `${route.path}${shown && `?${Object.entries(query).map(describe(samples)).join('&')}`}`,
      path: `/api/v1${path}${shown && `?${shown}`}`,
    }
  }
  const filtered = Object.entries(properties)
    .filter(([name]) => !skipped.has(name) || name in required)
    .flatMap(([name, schema]) =>
      valuesOf(name, schema, samples).map((value) =>
        caseOf({ ...required, [name]: value, ...together[name]?.(value, samples, properties) }),
      ),
    )
  const seeded = filtered.filter(({ path: called }) => !/[?&]id=(&|$)/.test(called))
  return [...new Map([caseOf(required), ...seeded].map((one) => [one.path, one])).values()]
}

/** Every GET of the public API, without filters and with each value of each filter and sort. */
export function growthCases(samples: Samples): { cases: Case[]; notSeeded: string[] } {
  const cases: Case[] = []
  const notSeeded: string[] = []
  for (const [id, route] of Object.entries(inventory as Routes)) {
    if (route.method !== 'GET' || !isPublic(route)) continue
    const found = casesOf(id, route, samples)
    if (found) cases.push(...found)
    else notSeeded.push(id)
  }
  return { cases, notSeeded }
}
