import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { newId } from '#store/ids.ts'
import { buildPath } from './load.ts'
import { recordBuildWrite } from './same-sql.ts'
import { order, serve } from './served.ts'

/* The practical limit: bare node:http, one prepared look-up of an answer kept ready, and the least that makes a write happen once. */

const { world, poolSize } = order()
const { org } = world
const pool = new pg.Pool({ ...world.connection, max: poolSize })

const answer = (response: ServerResponse, status: number, body: string) =>
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    .end(body)

const page = { name: 'page', text: 'select body from bench_page where org_id = $1 and key = $2' }
const lookUp = {
  name: 'look-up',
  text: `select l.got, i.status, i.body from (select pg_try_advisory_xact_lock(hashtextextended($1 || '/' || $2, 0)) as got) l
    left join idempotency i on i.org_id = $1 and i.key = $2`,
}
const insert = {
  name: 'insert',
  text: 'insert into insight (org_id, id, name, sentiment, category, quote, theme_ids) values ($1, $2, $3, $4, $5, $6, $7)',
}
const keep = {
  name: 'keep',
  text: 'insert into idempotency (org_id, key, fingerprint, status, body) values ($1, $2, $3, 201, $4)',
}
const fingerprint = Buffer.alloc(32)

type Given = { name: string; sentiment: string; category: string; quote: string; theme_ids: string[] }

async function read(response: ServerResponse, key: string) {
  const { rows } = await pool.query<{ body: string }>({ ...page, values: [org, key] })
  answer(response, rows.length ? 200 : 404, rows[0]?.body ?? '{}')
}

async function write(request: IncomingMessage, response: ServerResponse) {
  const key = request.headers['idempotency-key'] as string
  const given = JSON.parse(await textOf(request)) as Given
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ got: boolean; status: number | null; body: string }>({
      ...lookUp,
      values: [org, key],
    })
    const found = rows[0]!
    const body = found.body ?? JSON.stringify({ id: newId(), ...given })
    if (found.got && found.status === null) {
      await client.query({
        ...insert,
        values: [org, body.slice(7, 43), given.name, given.sentiment, given.category, given.quote, given.theme_ids],
      })
      await client.query({ ...keep, values: [org, key, fingerprint, body] })
    }
    await client.query('commit')
    answer(response, found.got ? 201 : 409, body)
  } finally {
    client.release()
  }
}

const renamings = await recordBuildWrite(world)

async function build(request: IncomingMessage, response: ServerResponse) {
  const key = request.headers['idempotency-key'] as string
  const given = JSON.parse(await textOf(request)) as { project_id: string; title: string }
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const statement of renamings(key, given)) await client.query(statement)
    await client.query('commit')
    answer(response, 200, JSON.stringify({ project: given }))
  } finally {
    client.release()
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const server = createServer((request, response) => {
  const done =
    request.method !== 'POST'
      ? read(response, request.url!)
      : request.url === buildPath
        ? build(request, response)
        : write(request, response)
  done.catch((error) => answer(response, 500, JSON.stringify({ error: String(error) })))
})
server.listen(0, '127.0.0.1', () =>
  serve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
    server.close()
    await pool.end()
  }),
)
