import { type Operation, operationsOf, pagingOf, idWords } from '#client/fields.ts'
import { effectOf, isDestructive } from '#contract/core/effects.ts'
import { type Route, type Routes, scopeOf } from '#contract/core/route.ts'
import type { OutputSchema } from './compact-schema.ts'
import { type InputSchema, inputSchemaOf } from './input-schema.ts'

export type Annotations = {
  readOnlyHint: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
  openWorldHint: boolean
}

export type Tool = {
  name: string
  title?: string
  description: string
  inputSchema: InputSchema
  outputSchema?: OutputSchema
  annotations: Annotations
}
export type BoundTool = { tool: Tool; operation: Operation }

/** One tool per route, or per action of a route that has several. */
export const toolsOf = (inventory: Routes): BoundTool[] =>
  operationsOf(inventory).map((operation) => ({ tool: toolOf(operation), operation }))

export const isReadOperation = ({ route }: Operation) => scopeOf(route) === 'read'

/** A connection that only reads may propose changes: they have no effect until a person accepts them. */
const proposals = new Set(['createChangeSet', 'proposeGrouping'])
export const isProposal = ({ id }: Operation) => proposals.has(id)

/** `listThemes` is list_themes, the archive action of `buildProjects` is build_projects_archive. */
export const derivedToolName = ({ id, action }: Operation) =>
  [...idWords(id), ...(action === undefined ? [] : idWords(action))].join('_')

export const toolName = (operation: Operation) => operation.route.tool ?? derivedToolName(operation)

function toolOf(operation: Operation): Tool {
  const { route, action } = operation
  const title = action === undefined ? route.summary : `${route.summary}: ${idWords(action).join(' ')}`
  return {
    name: toolName(operation),
    title,
    description: sentences(title, route),
    inputSchema: inputSchemaOf(operation),
    annotations: annotationsOf(operation),
  }
}

/** The meaning of MCP's hints, derived from the effect that the operation declares. */
export function annotationsOf({ route, action }: Operation): Required<Annotations> {
  const effect = effectOf(route, action)
  return {
    readOnlyHint: effect === 'none',
    destructiveHint: isDestructive(effect),
    // A repeated POST has a new idempotency key and takes effect again.
    idempotentHint: effect === 'none' || route.method !== 'POST',
    openWorldHint: route.external ?? false,
  }
}

const nextParameter = { cursor: 'cursor = pagination.next_cursor', offset: 'offset' }

function sentences(title: string, route: Route): string {
  const paging = pagingOf(route)
  return [
    `${title}.`,
    route.description,
    paging && `Returns a page; while pagination.has_more, continue with ${nextParameter[paging]}.`,
    `Needs the ${scopeOf(route)} scope.`,
    route.feature && `Needs the ${route.feature} feature of the organization.`,
    route.admin && 'Only for admins of the organization.',
    route.method !== 'GET' && 'Sent with an idempotency key.',
  ]
    .filter(Boolean)
    .join(' ')
}
