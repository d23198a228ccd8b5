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
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { Calls } from '#client/connect.ts'
import { EarshotError } from '#client/errors.ts'
import type { Operation } from '#client/fields.ts'
import { callWithinLimit, toErrorResult, toResult } from './answer.ts'
import { promptList, promptOf } from './prompts.ts'
import { isResource, readResource, resourceList, resourceTemplates, unknownResource } from './resources.ts'
import { canBeProposed, changeOf, maxProposals } from './propose.ts'
import { maxFound, maxNamed, maxQueryLength } from './tool-search.ts'
import { type BoundTool, isProposal, isReadOperation, type Tool } from './tools.ts'
import { parseToolsets, ToolCatalog } from './toolsets.ts'

type McpOptions = {
  /** Calls the API with the caller's key. */
  calls: Calls
  /** Also offers the tools that change data. */
  write?: boolean
  /** What tools/list contains; every tool can be called. */
  toolsets?: readonly string[]
  /** The session id if the transport has none; distinguishes a repeated tool call from a new one. */
  session?: string
  /** Whether changes are reported to the client, here or on a stream of the transport. */
  notifies?: boolean
  maxCharacters?: number
  version?: string
}

/** About 8,000 tokens. */
const defaultMaxCharacters = 32_000
const catalogs = new WeakMap<object, ToolCatalog>()

const instructions =
  'Earshot stores product feedback: insights with quotes, the themes they form, and the plans based on them. ' +
  'Start with get_context; ask answers questions by counts, with quotes and Projects. search covers all ' +
  'resources, search_tools finds further operations, call_operation calls them, create_change_set proposes changes. ' +
  'Lists are paged: while pagination.has_more, continue with cursor. Ids are UUIDs from earlier responses. ' +
  'Answers are short, without empty fields and with long texts cut: fields = [id, name] returns only these, and ' +
  'detail = full everything.'

export function createMcpServer({
  calls,
  write = false,
  toolsets = parseToolsets(null),
  session,
  notifies = false,
  maxCharacters = defaultMaxCharacters,
  version = '1',
}: McpOptions): Server {
  const { inventory } = calls
  const catalog = catalogOf(inventory)
  const resources = notifies ? { subscribe: true, listChanged: true } : {}
  const server = new Server(
    { name: 'earshot', title: 'Earshot', version },
    { capabilities: { tools: {}, prompts: {}, resources }, instructions },
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
  if (notifies) acceptSubscriptions(server, inventory)
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sessionId, requestId }) =>
    caller.call(params.name, params.arguments ?? {}, { signal, session: sessionId ?? session, requestId }),
  )
  return server
}

/** A stream over HTTP has all changes, so that a subscription adds nothing; stdio replaces these handlers. */
function acceptSubscriptions(server: Server, inventory: Calls['inventory']) {
  for (const schema of [SubscribeRequestSchema, UnsubscribeRequestSchema])
    server.setRequestHandler(schema, ({ params }) =>
      isResource(inventory, params.uri) ? {} : unknownResource(params.uri),
    )
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
    if (name !== 'call_operation') return this.#callOperation(name, input, meta)
    const named = String(input.name ?? '')
    // Without writing tools call_operation is announced as read-only, which a proposal is not.
    if (!this.#options.write && this.#isProposal(named)) return toErrorResult(callByName(named))
    return this.#callOperation(named, (input.arguments ?? {}) as ToolInput, meta)
  }

  #search(query: string): CallToolResult {
    if (query.length > maxQueryLength)
      throw new McpError(ErrorCode.InvalidParams, `The query has more than ${maxQueryLength} characters`)
    const { index, toolsets } = this.#catalog
    const isProposable = ({ operation }: BoundTool) => !isReadOperation(operation) && canBeProposed(operation)
    const found = index.search(query, (bound) => this.#isAllowed(bound), maxNamed)
    const tools = found.slice(0, maxFound).map(({ tool }) => describe(tool))
    const further_tools = found.slice(maxFound).map(({ tool }) => tool.name)
    const proposals = index.search(query, isProposable, maxProposals).map(({ tool, operation }) => {
      const isShown = tools.some(({ name }) => name === tool.name)
      return { ...(isShown ? { name: tool.name } : describe(tool)), change: changeOf(operation) }
    })
    return toResult({ tools, further_tools, proposals, toolsets }, this.#options.maxCharacters)
  }

  async #callOperation(name: string, given: ToolInput, meta: CallMeta): Promise<CallToolResult> {
    const bound = this.#catalog.find(name)
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

  #isProposal(name: string) {
    const bound = this.#catalog.find(name)
    return bound !== undefined && isProposal(bound.operation)
  }

  #isAllowed({ operation }: BoundTool) {
    return this.#options.write || isReadOperation(operation) || isProposal(operation)
  }
}

const describe = ({ name, description, inputSchema, annotations }: Tool) => ({
  name,
  description,
  input_schema: inputSchema,
  annotations,
})

const callByName = (tool: string) =>
  new EarshotError(`${tool} is not called by call_operation in a read-only connection; call it by its own name.`, {
    status: 403,
    code: 'SCOPE_NOT_ALLOWED',
  })

const readOnly = (tool: string) =>
  new EarshotError(`${tool} changes data, and this connection is read-only.`, {
    status: 403,
    code: 'SCOPE_NOT_ALLOWED',
  })

/** Request ids are only unique within a session. */
const keyOf = (operation: Operation, session: string | undefined, requestId: string | number) =>
  isReadOperation(operation) || session === undefined
    ? undefined
    : `mcp-${session}-${requestId}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 128)

/** Kept per inventory, because a stateless server is created for each request. */
export function catalogOf(inventory: object & Calls['inventory']): ToolCatalog {
  const found = catalogs.get(inventory) ?? new ToolCatalog(inventory)
  catalogs.set(inventory, found)
  return found
}
