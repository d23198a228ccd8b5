import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { newId } from '#store/ids.ts'
import { buildPath } from './load.ts'
import { recordBuildStatements } from './replay-sql.ts'
import { reportToParent, serverOptions } from './child-process.ts'

/*
 * The practical limit: bare node:http, one prepared lookup of a stored response,
 * and the minimum for an idempotent write.
 */

const { dataset, poolSize } = serverOptions()
const { org } = dataset
const pool = new pg.Pool({ ...dataset.connection, max: poolSize })

const respond = (response: ServerResponse, status: number, body: string) =>
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    .end(body)

const findPage = { name: 'page', text: 'select body from bench_page where org_id = $1 and key = $2' }
const findIdempotent = {
  name: 'find-idempotent',
  text: `select l.locked, i.status, i.body
    from (select pg_try_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0)) as locked) l
    left join idempotency i on i.org_id = $1 and i.key = $2`,
}
const insertInsight = {
  name: 'insert-insight',
  text: `insert into insight (org_id, id, name, sentiment, category, quote, theme_ids)
    values ($1, $2, $3, $4, $5, $6, $7)`,
}
const insertIdempotent = {
  name: 'insert-idempotent',
  text: 'insert into idempotency (org_id, key, fingerprint, status, body) values ($1, $2, $3, 201, $4)',
}
const fingerprint = Buffer.alloc(32)

type CreateInsightBody = { name: string; sentiment: string; category: string; quote: string; theme_ids: string[] }

async function sendPage(response: ServerResponse, key: string) {
  const { rows } = await pool.query<{ body: string }>({ ...findPage, values: [org, key] })
  respond(response, rows.length ? 200 : 404, rows[0]?.body ?? '{}')
}

async function createInsight(request: IncomingMessage, response: ServerResponse) {
  const key = request.headers['idempotency-key'] as string
  const input = JSON.parse(await textOf(request)) as CreateInsightBody
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ locked: boolean; status: number | null; body: string }>({
      ...findIdempotent,
      values: [org, key],
    })
    const found = rows[0]!
    const body = found.body ?? JSON.stringify({ id: newId(), ...input })
    if (found.locked && found.status === null) {
      await client.query({
        ...insertInsight,
        values: [org, body.slice(7, 43), input.name, input.sentiment, input.category, input.quote, input.theme_ids],
      })
      await client.query({ ...insertIdempotent, values: [org, key, fingerprint, body] })
    }
    await client.query('commit')
    respond(response, found.locked ? 201 : 409, body)
  } finally {
    client.release()
  }
}

const buildStatements = await recordBuildStatements(dataset)

async function buildProject(request: IncomingMessage, response: ServerResponse) {
  const key = request.headers['idempotency-key'] as string
  const input = JSON.parse(await textOf(request)) as { project_id: string; title: string }
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const statement of buildStatements(key, input)) await client.query(statement)
    await client.query('commit')
    respond(response, 200, JSON.stringify({ project: input }))
  } finally {
    client.release()
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') return sendPage(response, request.url!)
  if (request.url === buildPath) return buildProject(request, response)
  return createInsight(request, response)
}

const server = createServer((request, response) => {
  route(request, response).catch((error) => respond(response, 500, JSON.stringify({ error: String(error) })))
})
server.listen(0, '127.0.0.1', () =>
  reportToParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
    server.close()
    await pool.end()
  }),
)
