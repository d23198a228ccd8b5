import type { Route, Routes } from '#contract/core/route.ts'
import { nameOfEnum } from './enums/index.ts'
import { describeParameter } from './describe.ts'
import { describeField, ownersOf } from './fields/index.ts'

/* Schemas with a description on every field and a name for every enumeration. Only what is published has them. */

type Schema = { [keyword: string]: unknown } & {
  $id?: string
  description?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
/** Where a field is: the objects whose texts apply to it, the closest first, and its path in them. */
type Place = { owners: readonly string[]; path: readonly string[] }

/** The routes with descriptions: as declared, otherwise from the tables of texts. */
export const describedRoutes = <T extends Routes>(routes: T): T =>
  Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, describedRoute(id, route)])) as T

function describedRoute(id: string, route: Route): Route {
  const result = asSchema(route.result)
  const inBody: Place = { owners: [id, ...ownersOf(route.result)], path: [] }
  const { params, query, body, actions } = route
  return {
    ...route,
    ...(params && { params: parameters(id, params) }),
    ...(query && { query: parameters(id, query) }),
    ...(body && { body: described(asSchema(body), inBody) }),
    ...(actions && {
      actions: Object.fromEntries(
        Object.entries(actions).map(([name, action]) => [name, described(asSchema(action), inBody)]),
      ),
    }),
    result: described(result, { owners: [id], path: [] }),
  } as unknown as Route
}

const asSchema = (schema: unknown) => schema as Schema

function parameters(operation: string, part: unknown): Schema {
  const { properties = {}, ...rest } = asSchema(part)
  const withText = Object.entries(properties).map(([name, schema]): [string, Schema] => {
    const known = described(schema, { owners: [operation], path: [name] })
    const description = schema.description ?? describeParameter(operation, name)
    return [name, { ...known, ...(description !== undefined && { description }) }]
  })
  return { ...rest, properties: Object.fromEntries(withText) }
}

/** The description of a schema with a name is that of the field that has it; its own one is in another table. */
function described(schema: Schema, place: Place): Schema {
  const { owners, path } = schema.$id === undefined ? place : { owners: [schema.$id], path: [] }
  const inside = (part: Schema) => described(part, { owners, path })
  const known = enumNamed(schema)
  return {
    ...known,
    ...(known.properties && { properties: fields(known.properties, { owners, path }) }),
    ...(known.patternProperties && { patternProperties: mapValues(known.patternProperties, inside) }),
    ...(known.items && { items: inside(known.items) }),
    ...(known.anyOf && { anyOf: known.anyOf.map(inside) }),
    ...(known.oneOf && { oneOf: known.oneOf.map(inside) }),
  }
}

const mapValues = <T, R>(values: Record<string, T>, change: (value: T, name: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))

const fields = (properties: Record<string, Schema>, { owners, path }: Place) =>
  mapValues(properties, (schema, name) => {
    const place = { owners, path: [...path, name] }
    const description = declaredText(schema) ?? describeField(place.owners, place.path)
    return { ...described(withoutInnerText(schema), place), ...(description !== undefined && { description }) }
  })

/** Of a field that may be null, the text is often declared on what it is otherwise. */
const declaredText = (schema: Schema): string | undefined => schema.description ?? innerText(schema)
const innerText = ({ anyOf }: Schema) =>
  anyOf?.length === 2 && anyOf[1]!.type === 'null' ? anyOf[0]!.description : undefined

function withoutInnerText(schema: Schema): Schema {
  if (innerText(schema) === undefined) return schema
  const [{ description: _, ...first }, ...others] = schema.anyOf as [Schema, ...Schema[]]
  return { ...schema, anyOf: [first, ...others] }
}

function enumNamed(schema: Schema): Schema {
  if (!schema.enum || schema.$id !== undefined) return schema
  const name = nameOfEnum(schema.enum)
  return name === undefined ? schema : { ...schema, $id: name }
}
