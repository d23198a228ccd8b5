import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { after, before, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../database.ts'
import { start } from '../support/serve-process.ts'

/* The server and the command as processes, on a database that was used with one key. */

const [first, second] = ['first-'.repeat(8), 'second-'.repeat(8)]
let database: TestDatabase
before(async () => {
  database = await createDatabase()
})
after(() => database.drop())

function environment(keys: Record<string, string>) {
  const { host = '', port, user, password, database: name } = database.connection as Record<string, string>
  const target = password ? `${user}:${password}` : user
  return {
    DATABASE_URL: `postgres://${target}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    EMBEDDINGS: 'static',
    PORT: '0',
    DRAIN_SECONDS: '0',
    ...keys,
  }
}

const run = (args: string[], keys: Record<string, string>) =>
  new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
    const env = { ...process.env, ...environment(keys) }
    const child = execFile(process.execPath, ['src/main.ts', ...args], { env }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })

async function startAndStop(keys: Record<string, string>) {
  const server = await start(process.execPath, ['src/main.ts', 'serve'], environment(keys))
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  return server.errors()
}

test('a start with another key ends with 78 and one sentence, until both keys are set and the secrets rotated', async () => {
  await startAndStop({ SECRET_KEY: first })
  const wrongKeys: Record<string, string>[] = [{ SECRET_KEY: second }, {}]
  for (const wrong of wrongKeys) {
    const { status, stdout, stderr } = await run(['serve'], wrong)
    assert.equal(status, 78, stderr)
    assert.equal(stdout, '', 'nothing is served')
    assert.match(stderr, /^SECRET_KEY is not [^.]+SECRET_KEY_PREVIOUS[^.]+docs\/security\.md\)\.\n$/)
  }
  const refused = await run(['admin', 'rotate-secrets'], { SECRET_KEY: second })
  assert.deepEqual([refused.status, refused.stdout], [78, ''])

  const rotating = { SECRET_KEY: second, SECRET_KEY_PREVIOUS: first }
  assert.match(await startAndStop(rotating), /encrypted with a previous key; run earshot admin rotate-secrets/)
  const rotated = await run(['admin', 'rotate-secrets', '--json'], rotating)
  assert.deepEqual(JSON.parse(rotated.stdout), { reencrypted: 0, unchanged: 0, unreadable: 0 })
  assert.doesNotMatch(await startAndStop({ SECRET_KEY: second }), /previous key/)
  assert.equal((await run(['serve'], { SECRET_KEY: first })).status, 78)

  const lost = await run(['admin', 'rotate-secrets', '--lost-key'], { SECRET_KEY: first })
  assert.equal(lost.status, 0, lost.stderr)
  assert.equal((await run(['admin', 'rotate-secrets'], { SECRET_KEY: first })).status, 0)
  assert.equal((await run(['admin', 'rotate-secrets', '--wrong'], { SECRET_KEY: first })).status, 64)
})
