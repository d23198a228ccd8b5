import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { waitFor } from '../wait-for.ts'
import { closeReceivers, startReceiver } from './receiver.ts'

const count = 1000
const origin = { operation: 'test', actor: { type: 'system' as const, id: null }, user: null, requestId: null }

async function startProcess(app: TestApp): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'dispatcher-entry.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, WORKER_CONNECTION: JSON.stringify(app.connection) },
  })
  await once(child.stdout!, 'data')
  return child
}

/** A hash, so that the same messages fail in every run. */
const numberOf = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7)

test(`${count} events, a flaky receiver and killed workers: every event is delivered under one id`, async () => {
  const app = await startTestApp()
  const org = await app.org()
  // One in three messages fails once, and one in ten gets no response the first time.
  const receiver = await startReceiver(({ id }, times) =>
    times > 1 ? 200 : numberOf(id) % 10 === 0 ? 'hang up' : numberOf(id) % 3 === 0 ? 503 : 200,
  )
  const created = await app.call(org.admin.key, 'POST', '/webhooks', {
    body: { url: receiver.url, events: ['*'], keep_enabled: true },
  })
  assert.equal(created.status, 201, created.text)
  const { secret } = created.body

  const happenings = Array.from({ length: count }, (_, n) => ({
    type: 'theme.created' as const,
    resource: null,
    object: JSON.stringify({ id: newId(), n }),
  }))
  for (let at = 0; at < count; at += 50)
    await app.store.run(insertEvents(org.id, origin, happenings.slice(at, at + 50)))

  let kills = 0
  let workers = await Promise.all([startProcess(app), startProcess(app)])
  const arrived = () => new Set(receiver.received.map((one) => JSON.parse(one.body).data.object.n as number)).size
  const left = async () =>
    (await app.store.first<{ n: number }>(
      sql`select count(*) as n from webhook_delivery where org_id = ${org.id} and status <> 'delivered'`,
    ))!.n
  const killAndCheck = async () => {
    if (arrived() === count && (await left()) === 0) return true
    await pause(200)
    if (kills < 6) {
      workers[0]!.kill('SIGKILL')
      kills++
      workers = [workers[1]!, await startProcess(app)]
    }
    // Skips the backoff; deliveries in flight have a lease of two seconds and are left alone.
    await app.store.run(sql`
      update webhook_delivery set next_attempt_at = now() - interval '1 second'
      where org_id = ${org.id} and status = 'pending' and next_attempt_at > now() + interval '5 seconds'`)
    return false
  }
  await waitFor(() => `${count} webhook deliveries, of which ${arrived()} arrived`, killAndCheck, 120_000, 0)
  for (const worker of workers) worker.kill('SIGKILL')
  await closeReceivers()

  const ids = new Map<number, Set<string>>()
  for (const one of receiver.received) {
    const event = new Webhook(secret as string).verify(one.body, one.headers) as {
      id: string
      data: { object: { n: number } }
    }
    assert.equal(event.id, one.id)
    ids.set(event.data.object.n, (ids.get(event.data.object.n) ?? new Set()).add(one.id))
  }
  assert.equal(ids.size, count)
  assert.ok([...ids.values()].every((one) => one.size === 1))
  assert.equal(await left(), 0)
  assert.equal(kills, 6)
  assert.ok(receiver.received.length > count, 'some were sent more than once, or nothing was tried')
  assert.equal(
    (await app.store.first<{ n: number }>(sql`select count(*) as n from webhook_delivery where org_id = ${org.id}`))!.n,
    count,
  )
  await app.close()
})
