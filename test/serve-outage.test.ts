import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { earshot, env, findPostmaster, isAlive, postmaster, serve } from './support/serve-process.ts'
import { waitFor } from './wait-for.ts'

/* The embedded PostgreSQL dies under a running server. */

const admin = async (...args: string[]) => (await earshot('admin', ...args, '--json')).json()
const portOf = (url: string) => new URL(url).port

async function createKey() {
  const { org_id: org } = await admin('create-org', '--name', 'Acme', '--email', 'ana@example.com')
  const create = [
    'create-key',
    '--org',
    org!,
    '--email',
    'ana@example.com',
    '--name',
    'first',
    '--scopes',
    'read,write',
  ]
  const { key } = await admin(...create)
  await admin('policy', '--org', org!, '--enabled', 'true')
  return key!
}

type Answer = { status: number; retryAfter: string | null; text: string }

/** Every entrance that needs the database; sent until the outage is over. */
function doors(url: string, key: string) {
  const json = { 'content-type': 'application/json' }
  const web = { ...json, 'x-requested-with': 'earshot' }
  const bearer = { ...json, authorization: `Bearer ${key}` }
  const send = async (path: string, method: string, headers: object, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
  }
  const credentials = { email: 'ana@example.com', password: 'not the password' }
  return {
    list: () => send('/api/v1/insights', 'GET', bearer),
    write: (content: string) => send('/api/v1/feedback', 'POST', bearer, { content }),
    signIn: () => send('/app/auth/sign-in/email', 'POST', web, credentials),
    hook: () => send('/hooks/v1/0123456789abcdef0123456789abcdef', 'POST', json, {}),
  }
}

test('a killed PostgreSQL comes back by itself; meanwhile only 503, afterwards nothing is lost', async (t) => {
  const { child, url, ended, errors } = await serve()
  const key = await createKey()
  const door = doors(url, key)
  const health = async (path: string) => (await fetch(url + path)).status
  const acknowledged: string[] = []
  const refused: Answer[] = []
  const killed = postmaster()
  let isOver = false
  const writer = async (name: string) => {
    for (let n = 0; !isOver; n++) {
      const content = `The export of report ${name}-${n} fails with a blank page.`
      const answer = await door.write(content)
      if (answer.status === 201) acknowledged.push(content)
      else refused.push(answer)
    }
  }
  const writers = ['a', 'b', 'c'].map(writer)
  await waitFor('writes before the outage', () => acknowledged.length > 5)
  process.kill(killed, 'SIGKILL')
  const others = await Promise.all([door.list(), door.signIn(), door.hook()])
  assert.equal(await health('/healthz'), 200)
  const isAnother = (pid?: number) => pid !== undefined && pid !== killed
  await waitFor('readiness', async () => isAnother(findPostmaster()) && (await health('/readyz')) === 200)
  const before = acknowledged.length
  await waitFor('writes after the outage', () => acknowledged.length > before + 5)
  isOver = true
  await Promise.all(writers)
  t.diagnostic(`${refused.length} × refused, others ${others.map(({ status }) => status).join(' ')}`)
  assert.ok(refused.length > 0, 'inconclusive: no write hit the outage')
  for (const { status, retryAfter, text } of [...refused, ...others.filter((answer) => answer.status >= 500)]) {
    assert.equal(status, 503, text)
    assert.ok(Number(retryAfter) >= 1, text)
  }
  const rows = await storedContents(url, key)
  assert.deepEqual(
    acknowledged.filter((content) => !rows.has(content)),
    [],
  )
  const isWorking = async () => (await fetch(`${url}/readyz?worker=required`)).status === 200
  await waitFor('the worker', isWorking)

  const second = await earshot('serve', '--port', portOf(url))
  assert.equal(second.status, 69)
  assert.match(second.stderr, /^Port \d+ of localhost is in use [^\n]*\n$/)
  assert.equal(await health('/readyz'), 200)

  const last = postmaster()
  const control = join(env.DATA_DIR, 'postgres', 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  process.kill(last, 'SIGKILL')
  await waitFor('the end of the killed PostgreSQL', () => !isAlive(last))
  const unready = await health('/readyz').catch(() => 503)
  assert.equal(unready, 503)
  assert.equal(await ended, 69)
  assert.equal(errors().match(/does not start again, so Earshot stops/g)?.length, 1)
  assert.equal(child.exitCode, 69)
})

async function storedContents(url: string, key: string) {
  const rows = new Set<string>()
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
    const response = await fetch(`${url}/api/v1/feedback?${query}`, { headers: { authorization: `Bearer ${key}` } })
    const page = (await response.json()) as { data: { content: string }[]; pagination: { next_cursor: string | null } }
    for (const { content } of page.data) rows.add(content)
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor)
  return rows
}
