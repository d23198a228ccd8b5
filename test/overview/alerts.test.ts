import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTriggered, evaluateAlerts } from '#domain/overview/alerts/evaluate-alerts.ts'
import { sql } from '#store/sql.ts'
import { startTestApp } from '../test-app.ts'

test('conditions compare two windows, and small counts do not trigger', () => {
  const seen = (value: number | null, count = value ?? 0) => ({ value, count })
  const rise = { op: 'increase_pct', value: 50, window: '7d', min_count: 5 } as const
  assert.deepEqual(
    [
      isTriggered(rise, seen(6), seen(4)),
      isTriggered(rise, seen(5), seen(4)),
      isTriggered(rise, seen(4), seen(1)),
      isTriggered(rise, seen(5), seen(0)),
      isTriggered(rise, seen(null, 0), seen(4)),
    ],
    [true, false, false, true, false],
  )
  const fall = { ...rise, op: 'decrease_pct' } as const
  assert.deepEqual(
    [
      isTriggered(fall, seen(4), seen(8)),
      isTriggered(fall, seen(5), seen(8)),
      isTriggered(fall, seen(0), seen(4)),
      isTriggered(fall, seen(0), seen(0)),
    ],
    [true, false, false, false],
  )
  assert.deepEqual(
    [
      isTriggered({ ...rise, op: 'above' }, seen(51, 9), seen(0)),
      isTriggered({ ...rise, op: 'above' }, seen(51, 2), seen(0)),
      isTriggered({ ...rise, op: 'below' }, seen(0), seen(0)),
    ],
    [true, false, true],
  )
})

test('an alert triggers once per cooldown, with any number of workers', async () => {
  const app = await startTestApp()
  const org = await app.org()
  const post = async (path: string, body: object) => {
    const reply = await app.call(org.admin.key, 'POST', path, { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.body
  }
  const alert = await post('/alerts', {
    name: 'Complaints jump',
    metric: 'insights',
    filter: { sentiment: 'NEGATIVE' },
    condition: { op: 'increase_pct', value: 50, window: '7d' },
  })
  for (let n = 0; n < 4; n++)
    await post('/insights', { name: `Bad ${n}`, sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })
  await post('/insights', { name: 'Good', sentiment: 'POSITIVE', category: 'DELIGHTS' })
  assert.equal(await evaluateAlerts(app.store), 0)
  await post('/insights', { name: 'Bad 5', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })
  const looks = await Promise.all([evaluateAlerts(app.store), evaluateAlerts(app.store), evaluateAlerts(app.store)])
  assert.equal(
    looks.reduce((sum, one) => sum + one, 0),
    1,
  )
  const events = await app.store.rows<{ object: any }>(
    sql`select object from event where org_id = ${org.id} and type = 'alert.triggered'`,
  )
  assert.deepEqual(
    events.map(({ object }) => [object.id, object.current.value, object.previous.value]),
    [[alert.id, 5, 0]],
  )
  assert.equal(await evaluateAlerts(app.store), 0)
  await app.store.run(sql`update alert set last_triggered_at = now() - interval '25 hours' where org_id = ${org.id}`)
  assert.equal(await evaluateAlerts(app.store), 1)
  await app.call(org.admin.key, 'PATCH', `/alerts/${alert.id}`, { body: { enabled: false } })
  await app.store.run(sql`update alert set last_triggered_at = null where org_id = ${org.id}`)
  assert.equal(await evaluateAlerts(app.store), 0)
  await app.close()
})

test('an alert on an unknown theme or segment is rejected by name', async () => {
  const app = await startTestApp()
  const [org, other] = [await app.org(), await app.org()]
  const theme = (await app.call(other.admin.key, 'POST', '/themes', { body: { name: 'Theirs' } })).body.id
  const alertBody = (filter: object) => ({
    name: 'Jump',
    metric: 'insights',
    filter,
    condition: { op: 'above', value: 5, window: '7d' },
  })
  const refused = await app.call(org.admin.key, 'POST', '/alerts', {
    body: alertBody({ theme_id: theme, sentiment: 'NEGATIVE' }),
  })
  assert.deepEqual(
    [refused.status, refused.body.error.details.map((detail: { path: string }) => detail.path)],
    [400, ['body.filter.theme_id']],
  )
  const alert = await app.call(org.admin.key, 'POST', '/alerts', { body: alertBody({}) })
  assert.equal(
    (await app.call(org.admin.key, 'PATCH', `/alerts/${alert.body.id}`, { body: { filter: { segment_id: theme } } }))
      .status,
    400,
  )
  await app.close()
})
