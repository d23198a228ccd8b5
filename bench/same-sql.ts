import pg from 'pg'
import { installationSecret } from '#domain/account/installation.ts'
import { assemble } from '#serve/assemble.ts'
import { newId } from '#store/ids.ts'
import { openStore } from '#store/open.ts'
import { settings, type World } from './data.ts'

type Statement = { name?: string; text: string; values: unknown[] }
type Given = { project_id: string; title: string }

/**
 * What a Build write asks of PostgreSQL, taken down from one that Earshot does itself.
 * To do it again, its key, Project and title are put in place of the recorded ones, and every id it made is made anew.
 */
export async function recordBuildWrite(world: World) {
  const key = `record-${newId()}`
  const given: Given = { project_id: world.projectIds[0]!, title: `Recorded ${newId()}` }
  const statements = await recorded(world, key, given)
  const made = new Set(
    statements.flatMap(({ values }) =>
      values.filter((value) => typeof value === 'string' && isNewId(value) && value !== given.project_id),
    ),
  )

  return function* again(newKey: string, { project_id, title }: Given): Generator<Statement> {
    const fresh = new Map([...made].map((id) => [id, newId()]))
    const stand = new Map<unknown, unknown>([
      [key, newKey],
      [`${world.org}/${key}`, `${world.org}/${newKey}`],
      [given.project_id, project_id],
      [given.title, title],
      ...fresh,
    ])
    for (const { values, ...statement } of statements)
      yield { ...statement, values: values.map((value) => (stand.has(value) ? stand.get(value) : value)) }
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const begun = Date.now() - 60_000
/** Made by this process and not by those who filled the database. */
const isNewId = (value: string) =>
  uuid.test(value) && Number.parseInt(value.replaceAll('-', '').slice(0, 12), 16) > begun

async function recorded(world: World, key: string, given: Given): Promise<Statement[]> {
  const store = openStore({ ...world.connection, max: 1 })
  const log = { info() {}, warn() {}, error() {} }
  const server = assemble({
    store,
    secret: await installationSecret(store),
    settings,
    version: 'bench',
    rates: null,
    log,
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const statements: Statement[] = []
  const ask = pg.Client.prototype.query as (...asked: unknown[]) => unknown
  // Earshot hands the driver a query object of its own; what is no object is begin or commit.
  pg.Client.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    const { text, values = [], name } = asked[0] as Partial<Statement>
    if (text !== undefined) statements.push({ text, values, ...(name !== undefined && { name: `same-${name}` }) })
    return ask.apply(this, asked)
  } as typeof pg.Client.prototype.query
  try {
    const headers = { authorization: `Bearer ${world.key}`, 'content-type': 'application/json', 'idempotency-key': key }
    const reply = await fetch(`${url}/api/v1/build/projects`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ action: 'update_title', ...given }),
    })
    if (!reply.ok) throw new Error(await reply.text())
  } finally {
    pg.Client.prototype.query = ask as typeof pg.Client.prototype.query
    await server.close()
    await store.close()
  }
  // The check of the key goes before; a bare transaction has none.
  const start = statements.findIndex(({ text }) => text.includes('pg_try_advisory_xact_lock'))
  return statements.slice(start)
}
