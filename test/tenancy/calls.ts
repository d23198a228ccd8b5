import { partsOf, type Schema } from '#client/fields.ts'
import { exampleOf } from '#contract/core/example.ts'
import { newId } from '#store/ids.ts'
import type { Fixture } from '../fixtures.ts'
import { sampleOf } from '../samples.ts'
import type { Input } from './doors.ts'
import { type IdPosition, nameOfPosition } from './id-positions.ts'

/* A call that is valid except for the id at one position. */

export const unknownId = (prefix: string) => (prefix ? prefix + newId().replaceAll('-', '') : newId())

/** The id that belongs at a position: by its whole name, then without the words in front. */
export function ownIdAt(position: IdPosition, fixture: Fixture): string {
  const { route } = position.operation
  const name = position.steps.findLast((step) => step !== '[]')!
  const words = name.replace(/_ids$/, '_id')
  const camel = (text: string) => text.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const candidates = [
    `${route.path} ${name}`,
    name,
    words,
    camel(words),
    camel(words.replace(/^source_/, '')),
    `${camel(words).replace(/Id$/, '')}Id`,
  ]
  const key = candidates.find((candidate) => fixture[candidate] !== undefined)
  if (key === undefined) throw new Error(`${nameOfPosition(position)}: test/tenancy/organizations.ts has no such id`)
  const value = [fixture[key]].flat()[0] as string
  return (fixture.instead as Record<string, string> | undefined)?.[`${route.path} ${value}`] ?? value
}

export function callWith(position: IdPosition, fixture: Fixture, id: string): Input {
  const { operation, part, steps } = position
  const { route, action } = operation
  const chosen = action === undefined ? route : { ...route, actions: { [action]: route.actions![action]! } }
  const sample = sampleOf(chosen, fixture)
  const params = Object.fromEntries(
    Object.keys(route.params?.properties ?? {}).map((name) => [name, paramOf(position, fixture, name)]),
  )
  const input: Input = { params, query: { ...sample.query }, ...(sample.body && { body: { ...sample.body } }) }
  const schema = partsOf(operation).find(([name]) => name === part)![1]
  const target = part === 'body' ? (input.body ??= {}) : input[part]
  setAt(target as Record<string, unknown>, schema, steps, id)
  return input
}

/** The parameter as the sample fills it. */
function paramOf({ operation: { route } }: IdPosition, fixture: Fixture, name: string): string {
  const schema = route.params!.properties[name] as Record<string, unknown>
  const value = String(fixture[name] ?? exampleOf(schema))
  return (fixture.instead as Record<string, string> | undefined)?.[`${route.path} ${value}`] ?? value
}

function setAt(target: Record<string, unknown>, schema: Schema, [name, ...rest]: string[], id: string) {
  const field = schema.properties![name!]!
  target[name!] = valueAt(objectOrList(field), rest, id)
}

const objectOrList = (schema: Schema): Schema =>
  schema.type === undefined
    ? ((schema.anyOf ?? schema.oneOf ?? [schema]).find(({ type }) => type === 'object' || type === 'array') ?? schema)
    : schema

function valueAt(schema: Schema, steps: string[], id: string): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return id
  if (step === '[]') return [valueAt(objectOrList(schema.items!), rest, id)]
  const target = requiredFields(schema)
  setAt(target, schema, steps, id)
  return target
}

const requiredFields = ({ properties = {}, required = [] }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    required.filter((name) => !('default' in properties[name]!)).map((name) => [name, exampleOf(properties[name]!)]),
  )
