import type { TObject } from 'typebox'
import type { Route, Routes } from '#contract/core/route.ts'

/** A schema of the contract as the JSON Schema it is. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  description?: string
  minProperties?: number
  [keyword: string]: unknown
}

export type InputPart = 'params' | 'query' | 'body'
export type Field = { name: string; part: InputPart; schema: Schema; required: boolean }
/** A route, or one action of a route with actions. */
export type Operation = { id: string; route: Route; action?: string }

export const operationsOf = (inventory: Routes): Operation[] =>
  Object.entries(inventory).flatMap(([id, route]): Operation[] =>
    route.actions ? Object.keys(route.actions).map((action) => ({ id, route, action })) : [{ id, route }],
  )

export function partsOf({ route, action }: Operation): [InputPart, Schema][] {
  const body = action === undefined ? route.body : route.actions?.[action]
  const parts: [InputPart, TObject | undefined][] = [
    ['params', route.params],
    ['query', route.query],
    ['body', body],
  ]
  return parts.flatMap(([part, schema]): [InputPart, Schema][] => (schema ? [[part, schema as unknown as Schema]] : []))
}

/** The fields of path, query and body; a field with a default is not required. */
export const fieldsOf = (operation: Operation): Field[] =>
  partsOf(operation).flatMap(([part, { properties = {}, required = [] }]) =>
    Object.entries(properties).map(([name, schema]) => {
      const isRequired = required.includes(name) && !('default' in schema)
      return { name, part, schema, required: isRequired }
    }),
  )

/** `listThemes` is `list`, `themes`. */
export const idWords = (id: string): string[] =>
  id.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(/[\s_]+/)

export type Paging = 'cursor' | 'offset'

export function pagingOf({ query }: Route): Paging | undefined {
  if (!query) return undefined
  if ('cursor' in query.properties) return 'cursor'
  return 'offset' in query.properties ? 'offset' : undefined
}
