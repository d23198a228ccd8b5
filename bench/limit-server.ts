import { hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { corkWrites } from '#store/transaction.ts'
import { bodyFor } from './request-bodies.ts'
import { reportToParent, serverOptions } from './child-process.ts'
import { buildPath, insightsPath } from './paths.ts'
import { recordWrite } from './replay-sql.ts'

/*
 * The practical limit: bare node:http, one prepared lookup of a stored response, and for a write the SQL of Earshot's
 * own transaction, sent at once. With `checksKey` the API key is checked in the database on every request as well,
 * for a read in the same statement: the least that a correct server can do.
 */

const { dataset, poolSize, checksKey = false } = serverOptions()
const { org, themeIds, projectIds } = dataset
// Missing from the driver's types.
const pool = new pg.Pool({ ...dataset.connection, max: poolSize, ...({ pipeline: true } as object) })

const respond = (response: ServerResponse, status: number, body: string) =>
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    .end(body)

const hashOfKey = (request: IncomingMessage) => hash('sha256', request.headers.authorization!.slice(7), 'buffer')

const allowedKey = (scope: 'read' | 'write') => `
  from api_key k
  join organization o on o.id = k.org_id
  join membership m on m.org_id = k.org_id and m.user_id = k.user_id and m.status = 'active'
  ${scope === 'read' ? 'join bench_page p on p.org_id = k.org_id and p.key = $2' : ''}
  where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and k.can_${scope} and o.api_${scope} and o.api_enabled
    and case m.role when 'admin' then o.api_admins else o.api_members end`
const findPage = { name: 'page', text: 'select body from bench_page where org_id = $1 and key = $2' }
const findAllowedPage = { name: 'allowed-page', text: `select p.body ${allowedKey('read')}` }
const findAllowedKey = { name: 'allowed-key', text: `select k.org_id ${allowedKey('write')}` }

async function sendPage(request: IncomingMessage, response: ServerResponse) {
  const query = checksKey
    ? { ...findAllowedPage, values: [hashOfKey(request), request.url] }
    : { ...findPage, values: [org, request.url] }
  const { rows } = await pool.query<{ body: string }>(query)
  respond(response, rows.length ? 200 : 404, rows[0]?.body ?? '{}')
}

const [themeId, projectId, title] = [themeIds[0]!, projectIds[0]!, `Recorded ${process.pid}`]
/** Recorded at the first write, because a whole Earshot is started for it. */
let recorded: Promise<Awaited<ReturnType<typeof recordWrites>>> | undefined

const recordWrites = async () => ({
  insert: await recordWrite(dataset, {
    path: insightsPath,
    body: JSON.parse(bodyFor(themeId)) as object,
    values: [themeId],
  }),
  build: await recordWrite(dataset, {
    path: buildPath,
    body: { action: 'update_title', project_id: projectId, title },
    values: [projectId, title],
  }),
})

/** The statements of the write in one packet; a repeated key fails at the unique index. */
async function write(request: IncomingMessage, response: ServerResponse) {
  const key = request.headers['idempotency-key'] as string
  const input = JSON.parse(await textOf(request)) as { theme_ids: string[]; project_id: string; title: string }
  const isBuild = request.url === buildPath
  const { insert, build } = await (recorded ??= recordWrites())
  const statements = isBuild ? build(key, [input.project_id, input.title]) : insert(key, [input.theme_ids[0]!])
  const client = await pool.connect()
  try {
    corkWrites(client)
    const [allowed] = await Promise.all([
      checksKey ? client.query({ ...findAllowedKey, values: [hashOfKey(request)] }) : { rowCount: 1 },
      client.query('begin'),
      ...statements.map((statement) => client.query(statement)),
      client.query('commit'),
    ])
    if (allowed.rowCount !== 1) throw new Error('unknown key')
    respond(response, isBuild ? 200 : 201, JSON.stringify(input))
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
  const answer = request.method === 'POST' ? write(request, response) : sendPage(request, response)
  answer.catch((error) => respond(response, 500, JSON.stringify({ error: String(error) })))
})
server.listen(0, '127.0.0.1', () =>
  reportToParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
    server.close()
    await pool.end()
  }),
)
