import type { Operation } from '#client/fields.ts'
import { newId } from '#store/ids.ts'
import { toolName } from '#mcp/tools.ts'
import type { Browser } from '../account/browser.ts'
import type { TestApp } from '../test-app.ts'

/* The doors through which an operation can be called, each answering with a status and a text. */

export type Input = { params: Record<string, string>; query: Record<string, unknown>; body?: Record<string, unknown> }
export type Answer = { status: number; text: string }
export type Caller = { key: string; browser: Browser }
export type Door = {
  name: string
  serves(operation: Operation): boolean
  call(app: TestApp, caller: Caller, operation: Operation, input: Input): Promise<Answer>
}

const pathOf = ({ route }: Operation, { params }: Input) =>
  route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))

const queryOf = ({ query }: Input) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().join(',')]))

const isPublic = ({ route }: Operation) => route.audience !== 'app'

export const doors: Door[] = [
  {
    name: '/api/v1',
    serves: isPublic,
    async call(app, { key }, operation, input) {
      const headers: Record<string, string> = operation.route.method === 'GET' ? {} : { 'idempotency-key': newId() }
      const { body } = input
      const path = pathOf(operation, input)
      return app.call(key, operation.route.method, path, { query: queryOf(input), headers, ...(body && { body }) })
    },
  },
  {
    name: '/app/v1',
    serves: () => true,
    async call(_app, { browser }, operation, input) {
      const needsKey = operation.route.idempotent === true && isPublic(operation)
      const headers: Record<string, string> = needsKey ? { 'idempotency-key': newId() } : {}
      return browser.app(operation.route.method, pathOf(operation, input), {
        query: queryOf(input),
        headers,
        ...(input.body && { body: input.body }),
      })
    },
  },
  {
    name: '/mcp',
    serves: isPublic,
    async call({ baseUrl }, { key }, operation, { params, query, body }) {
      const { action: _, ...fields } = body ?? {}
      const response = await fetch(`${baseUrl}/mcp?mode=write&toolsets=all`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: toolName(operation), arguments: { ...params, ...query, ...fields } },
        }),
      })
      const text = await response.text()
      const { result, error } = JSON.parse(text)
      if (error) throw new Error(`${toolName(operation)}: ${text}`)
      return { status: result.isError ? 400 : 200, text: JSON.stringify(result.structuredContent ?? result.content) }
    },
  },
]
