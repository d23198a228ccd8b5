import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { connect } from '#client/connect.ts'
import { exactInput } from './exact-input.ts'
import { notifySubscriber } from './subscriptions.ts'
import { createMcpServer } from './server.ts'

type StdioOptions = {
  baseUrl: string
  apiKey: string
  write?: boolean
  toolsets?: readonly string[]
  maxCharacters?: number
  version?: string
  /** How often the event feed is read for a client with subscriptions. */
  pollMs?: number
}

/** Serves MCP over stdin and stdout until the client disconnects. */
export async function runStdio({ baseUrl, apiKey, pollMs, ...options }: StdioOptions): Promise<void> {
  const calls = connect({ baseUrl, apiKey })
  const server = createMcpServer({
    ...options,
    calls,
    notifies: true,
    session: globalThis.crypto.randomUUID(),
  })
  const stop = notifySubscriber(server, calls, pollMs)
  const closed = new Promise<void>((resolve) => (server.onclose = resolve))
  const input = exactInput((refusal) => void process.stdout.write(`${JSON.stringify(refusal)}\n`))
  process.stdin.pipe(input)
  // The transport does not close at the end of its input.
  input.once('end', () => void server.close())
  await server.connect(new StdioServerTransport(input))
  await closed
  stop()
}
