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
import { answerWithin, refusalOf } from './answer.ts'
import { promptList, promptOf } from './prompts.ts'
import { type BoundTool, isRead, toolsOf } from './tools.ts'

export type McpOptions = {
  /** The caller's own rights: every tool is a call to the API with their key. */
  calls: Calls
  /** Lists and allows the tools that change something, too. */
  write?: boolean
  /** Names the session when the transport does not, so that a tool call sent twice is told from a second one. */
  session?: string
  maxCharacters?: number
  version?: string
}

/** About 8,000 tokens. */
const defaultMost = 32_000
const known = new WeakMap<object, Map<string, BoundTool>>()

const instructions =
  'Earshot holds the feedback of a product: insights with quotes, the themes they form, and the plans made from them. ' +
  'Begin with get_context; search finds everything at once. Lists come in pages: read pagination.has_more and go on with cursor. Ids are UUIDs taken from earlier answers.'

export function createMcpServer({
  calls,
  write = false,
  session,
  maxCharacters: maxCharacters = defaultMost,
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
    if (!allowed(bound)) return refusalOf(readOnly(params.name))
    const { operation } = bound
    const idempotencyKey = keyOf(operation, sessionId ?? session, requestId)
    const ask = (input: Record<string, unknown>) => calls.call(operation.id, input, { signal, idempotencyKey })
    const given = { ...params.arguments, ...(operation.action !== undefined && { action: operation.action }) }
    return answerWithin(maxCharacters, operation, given, ask).catch(refusalOf)
  })
  return server
}

const readOnly = (tool: string) =>
  new EarshotError(`${tool} changes something, and this connection only reads.`, {
    status: 403,
    code: 'SCOPE_NOT_ALLOWED',
  })

/** Request ids are counted anew in each session, so alone they would name the calls of others as well. */
const keyOf = (operation: Operation, session: string | undefined, requestId: string | number) =>
  isRead(operation) || session === undefined
    ? undefined
    : `mcp-${session}-${requestId}`.replace(/[^\x21-\x7e]/g, '_').slice(0, 128)

/** An inventory does not change while the process runs, and a stateless server is built for every request. */
function toolsByName({ inventory }: Calls): Map<string, BoundTool> {
  const found = known.get(inventory) ?? new Map(toolsOf(inventory).map((bound) => [bound.tool.name, bound]))
  known.set(inventory, found)
  return found
}
