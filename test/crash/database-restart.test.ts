import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { startWriters } from './writers.ts'
import { optionsFrom } from './options.ts'
import { findInconsistencies } from './oracle.ts'
import { prepareServer } from './server-child.ts'
import { createTenant } from './tenant.ts'
import { pause } from './http-client.ts'

const signals = ['SIGQUIT', 'SIGKILL'] as const
const outageMs = 300
const medianOf = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

test('during a PostgreSQL crash the server answers 503 with Retry-After, and loses and repeats no write', async (t) => {
  const { restarts, seed } = optionsFrom(process.env)
  t.diagnostic(`seed ${seed}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-crash-'))
  const settings = { max_connections: '100' }
  let postgres = await startEmbedded({ dataDir, settings })
  const { connection } = postgres
  t.after(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await migrate(connection)
  const before = openStore({ ...connection, max: 1 })
  const tenant = await createTenant(before)
  await before.close()

  const server = await prepareServer().start({ connection, port: 0, drainSeconds: 0 })
  t.after(() => server.kill())
  const writers = await startWriters({ tenant, port: () => server.port, seed, size: 12 })
  t.after(() => writers.abandon())
  const recoveryMs: number[] = []
  for (let n = 0; n < restarts; n++) {
    await writers.waitForAcknowledged(60)
    process.kill(postgres.pid, signals[n % signals.length])
    await pause(outageMs)
    postgres = await startEmbedded({ dataDir, settings })
    assert.deepEqual(postgres.connection, connection)
    const restartedAt = performance.now()
    await writers.waitForAcknowledged(1)
    recoveryMs.push(performance.now() - restartedAt)
  }
  await writers.waitForAcknowledged(30)
  await writers.finish()

  const after = openStore({ ...connection, max: 2 })
  const findings = await findInconsistencies(after, tenant.org, writers.ledger).finally(() => after.close())
  const replays = writers.ledger.replaysAfterLoss()
  t.diagnostic(
    `${restarts} crashes, ${writers.ledger.acknowledgedCount} acknowledged, ${writers.unavailable.length} × 503, ${replays} replays`,
  )
  t.diagnostic(`recovered after ${recoveryMs.map(Math.round).join(', ')} ms`)
  assert.deepEqual(findings, [])
  assert.ok(writers.unavailable.length > 0, 'inconclusive: no request hit the outage')
  for (const { headers, text } of writers.unavailable) {
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.match(text, /"SERVICE_UNAVAILABLE"/)
  }
  assert.deepEqual(writers.unanswered, [], 'every request gets a response')
  assert.equal(server.hasEnded(), false, 'the server process keeps running')
  assert.equal(server.log(), '', 'the server logged an error')
  assert.ok(medianOf(recoveryMs) < 15_000, `recovered only after ${recoveryMs.join(', ')} ms`)
})
