import { connectAs } from './connection.ts'
import { UsageError } from '#client/usage-error.ts'
import { readData } from './input.ts'
import { type Io, print } from './io.ts'
import { jsonOf } from './text.ts'

type RawCall = { method: string; path: string; body?: string; idempotencyKey?: string; jq?: string }

const methods = ['GET', 'POST', 'PATCH', 'DELETE']

/** `earshot api get /themes?limit=2`: calls any path and prints the response unchanged. */
export async function callApi({ path, body: data, idempotencyKey, jq, ...options }: RawCall, io: Io): Promise<void> {
  const method = options.method.toUpperCase()
  if (!methods.includes(method) || !path.startsWith('/'))
    throw new UsageError('usage: earshot api get|post|patch|delete /path [json|@file|-]')
  if (method === 'GET' && data !== undefined) throw new UsageError('get takes no body')
  const body = data === undefined ? undefined : await readData(data, io)
  const { send } = await connectAs(io)
  const message = { method, path: path.replace(/^\/api\/v1(?=\/)/, ''), ...(body && { body }) }
  const answer = await send(message, { idempotencyKey })
  if (jq !== undefined) return (await import('./jq.ts')).printFiltered(answer, jq, io)
  await print(io.stdout, `${jsonOf(answer, 2)}\n`)
}
