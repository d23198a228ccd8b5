import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { connect } from '#client/connect.ts'
import { createMcpServer } from './server.ts'

export type StdioOptions = {
  baseUrl: string
  apiKey: string
  write?: boolean
  toolsets?: readonly string[]
  maxCharacters?: number
  version?: string
}

/** Serves MCP over stdin and stdout until the client disconnects. */
export async function runStdio({ baseUrl, apiKey, ...options }: StdioOptions): Promise<void> {
  const server = createMcpServer({
    ...options,
    calls: connect({ baseUrl, apiKey }),
    session: globalThis.crypto.randomUUID(),
  })
  const closed = new Promise<void>((resolve) => (server.onclose = resolve))
  // The transport does not close at the end of stdin.
  process.stdin.once('end', () => void server.close())
  await server.connect(new StdioServerTransport())
  await closed
}
