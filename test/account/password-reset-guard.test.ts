import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runAdmin } from '#admin/run.ts'
import { sql } from '#store/sql.ts'
import { useTestServer, app } from '../test-server.ts'
import { startTestApp } from '../test-app.ts'
import { openBrowser } from './browser.ts'
import { requestReset, setPassword, countQueuedMail } from './password-reset-client.ts'

useTestServer({ mail: true })

test('repeated reset requests are rate-limited, for known and unknown emails', async () => {
  const { admin } = await app.org()
  for (const email of [admin.email, 'stranger@example.org']) {
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await requestReset(email)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429], email)
  }
  await app.store.run(sql`delete from mail_outbox`)
})

test('cross-site reset requests and invalid links are rejected', async () => {
  const { admin } = await app.org()
  const foreign = await openBrowser(app).auth('POST', '/request-password-reset', {
    body: { email: admin.email },
    headers: { origin: 'https://evil.example' },
  })
  assert.equal(foreign.body.error.code, 'CSRF_REFUSED')
  for (const token of ['x'.repeat(24), 'reset-password:'.repeat(2), '%00'.repeat(10)])
    assert.equal((await setPassword(token, 'a wholly new password')).status, 409, token)
  assert.equal(await countQueuedMail(), 0)
})

test('without mail nothing is sent, and a link created by an admin works', async () => {
  const quiet = await startTestApp()
  try {
    const { admin } = await quiet.org()
    const browser = openBrowser(quiet)
    assert.deepEqual((await browser.app('GET', '/setup')).body.mail, false)
    assert.equal((await browser.auth('POST', '/request-password-reset', { body: { email: admin.email } })).status, 409)
    const printed: { value: Record<string, string>; human: string }[] = []
    const run = (...argv: string[]) =>
      runAdmin(argv, quiet.store, quiet.settings, (value, human) =>
        printed.push({ value: value as Record<string, string>, human }),
      )
    assert.equal(await run('reset-password', '--email', admin.email), 0)
    const { url } = printed[0]!.value
    assert.ok(printed[0]!.human.includes(url!))
    const token = url!.split('/reset-password/')[1]!
    assert.equal(
      (await browser.auth('POST', '/reset-password', { body: { token, newPassword: 'a wholly new password' } })).status,
      200,
    )
    assert.equal((await browser.signIn(admin.email, 'a wholly new password')).status, 200)
    assert.equal(await run('reset-password', '--email', 'nobody@example.org'), 1)
  } finally {
    await quiet.close()
  }
})
