import { exampleOf } from '#contract/core/example.ts'
import { inventory } from '#contract/index.ts'
import { hasCursor, type Route, type Routes } from '#contract/core/route.ts'
import type { Fixture } from './fixtures.ts'

export const allRoutes = Object.entries(inventory as Routes)
export const publicRoutes = allRoutes.filter(([, route]) => route.audience !== 'app')
/** Every public route, with a separate case for each action. */
export const publicCases = publicRoutes.flatMap(([id, route]): [string, Route][] =>
  route.actions
    ? Object.entries(route.actions).map(([name, action]) => [
        `${id}.${name}`,
        { ...route, actions: { [name]: action } },
      ])
    : [[id, route]],
)

/** Paths of the lists that need no parameters. */
export const topLevelLists = publicRoutes
  .filter(
    ([, route]) =>
      route.method === 'GET' &&
      hasCursor(route) &&
      !route.path.includes('{') &&
      ((route.query as unknown as ObjectSchema).required ?? []).every(
        (name) => 'default' in route.query!.properties[name]!,
      ),
  )
  .map(([, { path }]) => path)

type ObjectSchema = {
  properties: Record<string, Record<string, unknown>>
  required?: string[]
  anyOf?: { required?: string[] }[]
}

/** A name with a different meaning on one path has that path as a prefix in the fixture. */
const fill = (path: string, schema: ObjectSchema, fixture: Fixture, names: string[]) =>
  Object.fromEntries(
    names.map((name) => [
      name,
      fixture[`${path} ${name}`] ?? (name in fixture ? fixture[name] : exampleOf(schema.properties[name]!)),
    ]),
  )

/** The body's fields: declared, or those of the (first) action. */
export const fieldsOf = (route: Route) =>
  (route.body ?? Object.values(route.actions ?? {})[0]) as unknown as ObjectSchema | undefined

export type Sample = { path: string; query: Record<string, string>; body: Record<string, unknown> | undefined }

function queryOf(route: Route, fixture: Fixture): Record<string, string> {
  const schema = route.query as unknown as ObjectSchema | undefined
  const needed = (schema?.required ?? []).filter((name) => !('default' in schema!.properties[name]!))
  return Object.fromEntries(
    Object.entries(schema ? fill(route.path, schema, fixture, needed) : {}).map(([name, value]) => [
      name,
      String(value),
    ]),
  )
}

/** Falls back to the example of the contract; `instead` has resources for operations that need another state. */
function valueOf(route: Route, fixture: Fixture, name: string): string {
  const value = String(fixture[name] ?? exampleOf(route.params!.properties[name] as Record<string, unknown>))
  return (fixture.instead as Record<string, string> | undefined)?.[`${route.path} ${value}`] ?? value
}

/** A valid request: examples of all required fields, with ids of the fixture. */
export function sampleOf(route: Route, fixture: Fixture): Sample {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(route, fixture, name)))
  const query = queryOf(route, fixture)
  const schema = fieldsOf(route)
  if (!schema) return { path, query, body: undefined }
  // Where one of several fields is required, use the first.
  const needed = [...(schema.required ?? []), ...(schema.anyOf?.[0]?.required ?? [])].filter(
    (name) => !('default' in schema.properties[name]!),
  )
  // Empty updates are rejected, so without required fields set the first one.
  const names = needed.length ? needed : Object.keys(schema.properties).slice(0, 1)
  const action = route.actions ? { action: Object.keys(route.actions)[0] } : {}
  return { path, query, body: { ...action, ...fill(route.path, schema, fixture, names) } }
}

/** The names of a route's parameters and fields. */
export const namesOf = (route: Route): Set<string> =>
  new Set(
    [route.params, route.query, fieldsOf(route)]
      .flatMap((part) => Object.keys((part as ObjectSchema | undefined)?.properties ?? {}))
      .flatMap((name) => [name, `${route.path} ${name}`]),
  )
