import { publicInventory } from '#contract/index.ts'
import type { Route, Routes } from '#contract/core/route.ts'
import { describedRoutes } from '#contract/descriptions/described.ts'

/* What a client needs of the public inventory, as JSON: loading it takes milliseconds, the schema library longer. */

/** Keywords that no client reads. */
const leftOut = new Set(['examples', '$id', 'additionalProperties', 'pattern', 'format', 'discriminator'])

/** Readable in a diff. */
export const oneLinePerOperation = (inventory: object): string =>
  `{\n${Object.entries(inventory)
    .map(([id, route]) => `  ${JSON.stringify(id)}: ${JSON.stringify(route)}`)
    .join(',\n')}\n}\n`

export const clientInventory = (): object =>
  Object.fromEntries(
    Object.entries(describedRoutes(publicInventory as Routes)).map(([id, route]) => [id, clientRoute(route)]),
  )

const clientRoute = (route: Route) => {
  const { method, effect, external, path, tool, summary, description } = route
  const { params, query, body, actions, secret, noDryRun } = route
  const parts = { params, query, body, actions }
  return withoutKeywords({ method, effect, external, path, tool, summary, description, ...parts, secret, noDryRun })
}

function withoutKeywords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeywords)
  if (value === null || typeof value !== 'object') return value
  const isFieldList = 'properties' in value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, part]) => part !== undefined && !leftOut.has(name))
      .map(([name, part]) => [
        name,
        // Names of fields are no keywords.
        isFieldList && name === 'properties'
          ? Object.fromEntries(
              Object.entries(part as object).map(([field, schema]) => [field, withoutKeywords(schema)]),
            )
          : withoutKeywords(part),
      ]),
  )
}
