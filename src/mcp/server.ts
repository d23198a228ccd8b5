import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import type { Calls } from '#client/connect.ts'
import { EarshotError } from '#client/errors.ts'
import type { Operation } from '#client/fields.ts'
import { callWithinLimit, toErrorResult } from './answer.ts'
import { promptList, promptOf } from './prompts.ts'
import { type BoundTool, isRead, toolsOf } from './tools.ts'

export type McpOptions = {
  /** Calls the API with the caller's key. */
  calls: Calls
  /** Also offers the tools that change data. */
  write?: boolean
  /** The session id if the transport has none; distinguishes a repeated tool call from a new one. */
  session?: string
  maxCharacters?: number
  version?: string
}

/** About 8,000 tokens. */
const defaultMaxCharacters = 32_000
const toolCache = new WeakMap<object, Map<string, BoundTool>>()

const instructions =
  'Earshot stores product feedback: insights with quotes, the themes they form, and the plans based on them. ' +
  'Start with get_context; search covers all resources. Lists are paged: while pagination.has_more, continue with ' +
  'cursor. ' +
  'Ids are UUIDs from earlier responses.'

export function createMcpServer({
  calls,
  write = false,
  session,
  maxCharacters = defaultMaxCharacters,
  version = '1',
}: McpOptions): Server {
  const tools = toolsByName(calls)
  const allowed = ({ operation }: BoundTool) => write || isRead(operation)
  const server = new Server(
    { name: 'earshot', title: 'Earshot', version },
    { capabilities: { tools: {}, prompts: {} }, instructions },
  )

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()].filter(allowed).map(({ tool }) => tool),
  }))
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: promptList }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    promptOf(calls, params.name, params.arguments ?? {}, maxCharacters),
  )
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, sessionId, requestId }) => {
    const bound = tools.get(params.name)
    if (!bound) throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name}`)
    if (!allowed(bound)) return toErrorResult(readOnly(params.name))
    const { operation } = bound
    const idempotencyKey = keyOf(operation, sessionId ?? session, requestId)
    const call = (input: Record<string, unknown>) => calls.call(operation.id, input, { signal, idempotencyKey })
    const input = { ...params.arguments, ...(operation.action !== undefined && { action: operation.action }) }
    return callWithinLimit(maxCharacters, operation, input, call).catch(toErrorResult)
  })
  return server
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

/** Cached per inventory, because a stateless server is created for each request. */
function toolsByName({ inventory }: Calls): Map<string, BoundTool> {
  const found = toolCache.get(inventory) ?? new Map(toolsOf(inventory).map((bound) => [bound.tool.name, bound]))
  toolCache.set(inventory, found)
  return found
}
