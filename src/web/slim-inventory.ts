import { type Inventory, inventory } from '#contract/index.ts'
import { bodyOf, isPublic, type Route, type Routes } from '#contract/core/route.ts'
import { rights } from '#contract/rights.ts'
import type { MemberRole } from '#vocabulary/roles.ts'

type Schema = {
  properties?: Record<string, Schema>
  minLength?: number
  maxLength?: number
  anyOf?: Schema[]
  required?: string[]
}
/** The length limits of a form field. */
export type LengthLimits = { minLength?: number; maxLength?: number }
export type SlimRoute = {
  m: Route['method']
  p: string
  q?: string[]
  b?: 1
  a?: 1
  i?: Record<string, LengthLimits>
  /** The minimal role, where it is not that of the method; and those of its actions. */
  r?: MemberRole
  k?: Readonly<Record<string, MemberRole>>
}

/** What the browser needs of each route: method, path, query parameter names, length limits, minimal role. */
export const slimInventory = (): Record<string, SlimRoute> =>
  Object.fromEntries(
    Object.entries(inventory as Routes).map(([id, route]) => [id, { ...slim(route), ...slimRight(id, route) }]),
  )

const usualRole = (method: Route['method']): MemberRole => (method === 'GET' ? 'viewer' : 'member')

function slimRight(id: string, { method }: Route) {
  const { role, actions } = rights[id as keyof Inventory]
  return { ...(role !== usualRole(method) && { r: role }), ...(actions && { k: actions }) }
}

function slim(route: Route): SlimRoute {
  const limits = limitsOf(route)
  return {
    m: route.method,
    p: route.path,
    ...(route.query && { q: Object.keys(route.query.properties) }),
    ...(bodyOf(route) && { b: 1 as const }),
    ...(!isPublic(route) && { a: 1 as const }),
    ...(Object.keys(limits).length > 0 && { i: limits }),
  }
}

function limitsOf(route: Route): Record<string, LengthLimits> {
  const bodies = (route.actions ? Object.values(route.actions) : [route.body]) as (Schema | undefined)[]
  const fields = bodies.flatMap((body) => Object.entries(body?.properties ?? {}))
  return Object.fromEntries(
    fields.flatMap(([name, schema]) => {
      const text = [schema, ...(schema.anyOf ?? [])].find((one) => one.maxLength !== undefined)
      return text ? [[name, { ...(text.minLength && { minLength: text.minLength }), maxLength: text.maxLength! }]] : []
    }),
  )
}
