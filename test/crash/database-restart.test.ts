import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbedded } from '#store/embedded/launch.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { hireCrew } from './crew.ts'
import { optionsFrom } from './options.ts'
import { examine } from './oracle.ts'
import { prepareServer } from './server-child.ts'
import { makeTenant } from './tenant.ts'
import { pause } from './wire.ts'

const signals = ['SIGQUIT', 'SIGKILL'] as const
const outageMs = 300
const medianOf = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

test('while PostgreSQL crashes and starts again the server answers 503 with Retry-After, and loses and doubles nothing', async (t) => {
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
  const tenant = await makeTenant(before)
  await before.close()

  const server = await prepareServer().start({ connection, port: 0, drainSeconds: 0 })
  t.after(() => server.kill())
  const crew = await hireCrew({ tenant, port: () => server.port, seed, size: 12 })
  t.after(() => crew.abandon())
  const backMs: number[] = []
  for (let n = 0; n < restarts; n++) {
    await crew.acknowledges(60)
    process.kill(postgres.pid, signals[n % signals.length])
    await pause(outageMs)
    postgres = await startEmbedded({ dataDir, settings })
    assert.deepEqual(postgres.connection, connection)
    const back = performance.now()
    await crew.acknowledges(1)
    backMs.push(performance.now() - back)
  }
  await crew.acknowledges(30)
  await crew.finish()

  const after = openStore({ ...connection, max: 2 })
  const findings = await examine(after, tenant.org, crew.ledger).finally(() => after.close())
  const replays = crew.ledger.replaysAfterLoss()
  t.diagnostic(
    `${restarts} crashes, ${crew.ledger.acknowledgedCount} acknowledged, ${crew.unavailable.length} × 503, ${replays} replays`,
  )
  t.diagnostic(`served again after ${backMs.map(Math.round).join(', ')} ms`)
  assert.deepEqual(findings, [])
  assert.ok(crew.unavailable.length > 0, 'void: nobody noticed that the database was away')
  for (const { headers, text } of crew.unavailable) {
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.match(text, /"SERVICE_UNAVAILABLE"/)
  }
  assert.deepEqual(crew.unanswered, [], 'every request gets an answer')
  assert.equal(server.hasEnded(), false, 'the process stays')
  assert.equal(server.log(), '', 'the server logged an error')
  assert.ok(medianOf(backMs) < 15_000, `served again only after ${backMs.join(', ')} ms`)
})
