import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Calls } from '#client/connect.ts'
import { EarshotError } from '#client/errors.ts'
import type { Operation } from '#client/fields.ts'
import { callWithinLimit, toErrorResult, toResult } from './answer.ts'
import { promptList, promptOf } from './prompts.ts'
import { readResource, resourceList, resourceTemplates } from './resources.ts'
import { searchTools } from './tool-search.ts'
import { type BoundTool, isRead } from './tools.ts'
import { parseToolsets, ToolCatalog } from './toolsets.ts'

export type McpOptions = {
  /** Calls the API with the caller's key. */
  calls: Calls
  /** Also offers the tools that change data. */
  write?: boolean
  /** What tools/list contains; every tool can be called. */
  toolsets?: readonly string[]
  /** The session id if the transport has none; distinguishes a repeated tool call from a new one. */
  session?: string
  maxCharacters?: number
  version?: string
}

/** About 8,000 tokens. */
const defaultMaxCharacters = 32_000
const catalogs = new WeakMap<object, ToolCatalog>()

const instructions =
  'Earshot stores product feedback: insights with quotes, the themes they form, and the plans based on them. ' +
  'Start with get_context; search_answer answers questions by counts, with quotes and Projects. search covers all ' +
  'resources, search_tools finds further operations, call_operation calls them. ' +
  'Lists are paged: while pagination.has_more, continue with cursor. Ids are UUIDs from earlier responses.'

export function createMcpServer({
  calls,
  write = false,
  toolsets = parseToolsets(null),
  session,
  maxCharacters = defaultMaxCharacters,
  version = '1',
}: McpOptions): Server {
  const { inventory } = calls
  const catalog = catalogOf(inventory)
  const server = new Server(
    { name: 'earshot', title: 'Earshot', version },
    { capabilities: { tools: {}, prompts: {}, resources: {} }, instructions },
  )
  const caller = new ToolCaller(calls, catalog, { write, maxCharacters })

  server.setRequestHandler(
    ListToolsRequestSchema,
    () => JSON.parse(catalog.listText(toolsets, write)) as ListToolsResult,
  )
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: promptList }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    promptOf(calls, params.name, params.arguments ?? {}, maxCharacters),
  )
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resourceList(inventory) }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: resourceTemplates(inventory),
  }))
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => readResource(calls, params.uri, maxCharacters))
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sessionId, requestId }) =>
    caller.call(params.name, params.arguments ?? {}, { signal, session: sessionId ?? session, requestId }),
  )
  return server
}

type ToolInput = Record<string, unknown>
type CallMeta = { signal: AbortSignal; session: string | undefined; requestId: string | number }

class ToolCaller {
  readonly #calls: Calls
  readonly #catalog: ToolCatalog
  readonly #options: { write: boolean; maxCharacters: number }
  constructor(calls: Calls, catalog: ToolCatalog, options: { write: boolean; maxCharacters: number }) {
    this.#calls = calls
    this.#catalog = catalog
    this.#options = options
  }

  async call(name: string, input: ToolInput, meta: CallMeta): Promise<CallToolResult> {
    if (name === 'search_tools') return this.#search(String(input.query ?? ''))
    if (name === 'call_operation')
      return this.#callOperation(String(input.name ?? ''), (input.arguments ?? {}) as ToolInput, meta)
    return this.#callOperation(name, input, meta)
  }

  #search(query: string): CallToolResult {
    const allowed = [...this.#catalog.byName.values()].filter((bound) => this.#isAllowed(bound))
    const tools = searchTools(query, allowed).map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    }))
    return toResult({ tools, toolsets: this.#catalog.toolsets }, this.#options.maxCharacters)
  }

  async #callOperation(name: string, given: ToolInput, meta: CallMeta): Promise<CallToolResult> {
    const bound = this.#catalog.byName.get(name)
    if (!bound) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${name.slice(0, 100)}`)
    if (!this.#isAllowed(bound)) return toErrorResult(readOnly(name))
    const { operation } = bound
    const { signal, session, requestId } = meta
    const idempotencyKey = keyOf(operation, session, requestId)
    const { dry_run, ...fields } = given
    // Not only true: a model that sends text must not change data.
    const options = { signal, idempotencyKey, dryRun: dry_run !== undefined && dry_run !== false }
    const call = (input: ToolInput) => this.#calls.call(operation.id, input, options)
    const input = { ...fields, ...(operation.action !== undefined && { action: operation.action }) }
    return callWithinLimit(this.#options.maxCharacters, operation, input, call).catch(toErrorResult)
  }

  #isAllowed({ operation }: BoundTool) {
    return this.#options.write || isRead(operation)
  }
}

const readOnly = (tool: string) =>
  new EarshotError(`${tool} changes data, and this connection is read-only.`, {
    status: 403,
    code: 'SCOPE_NOT_ALLOWED',
  })

/** Request ids are only unique within a session. */
const keyOf = (operation: Operation, session: string | undefined, requestId: string | number) =>
  isRead(operation) || session === undefined
    ? undefined
    : `mcp-${session}-${requestId}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 128)

/** Kept per inventory, because a stateless server is created for each request. */
export function catalogOf(inventory: object & Calls['inventory']): ToolCatalog {
  const found = catalogs.get(inventory) ?? new ToolCatalog(inventory)
  catalogs.set(inventory, found)
  return found
}
