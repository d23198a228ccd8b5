import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { peopleCommands } from '#admin/people.ts'
import { updateOrganization } from '#domain/organizations/queries.ts'
import { codeOfStep, newTotpSecret, stepOf, stepOfCode, totpUri } from '#domain/identity/totp.ts'
import { createSession } from '#domain/access/single-sign-on/sign-on.ts'
import { rotateSecrets } from '#serve/secret-keys.ts'
import { signValue } from '#api/auth/signed-value.ts'
import { sql } from '#store/sql.ts'
import { startTestApp, type TestApp, type TestUser } from '../test-app.ts'
import { type Browser, openBrowser, signedIn } from './browser.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** Codes of the next steps: each is accepted once, and the one after the current step is accepted already. */
const nextCode = (secret: string, later = 0) => codeOfStep(secret, stepOf(new Date()) + later)

/** As if time had passed: codes of the current step are accepted again. */
const forgetStep = (user: string) =>
  app.store.run(sql`update user_second_factor set last_step = null where user_id = ${user}`)

async function setUp({ email, password, userId }: TestUser) {
  const browser = await signedIn(app, { email, password })
  const begun = await browser.auth('POST', '/second-factor/begin', { body: { password } })
  assert.equal(begun.status, 200, begun.text)
  const { secret, uri } = begun.body as { secret: string; uri: string }
  const confirmed = await browser.auth('POST', '/second-factor/confirm', { body: { code: nextCode(secret) } })
  assert.equal(confirmed.status, 200, confirmed.text)
  await forgetStep(userId)
  return { browser, secret, uri, recoveryCodes: confirmed.body.recovery_codes as string[] }
}

const sendCode = (browser: Browser, code: string, more: object = {}) =>
  browser.auth('POST', '/sign-in/second-factor', { body: { code, ...more } })
const whoAmI = async (browser: Browser) => (await browser.app('GET', '/me')).status

test('codes are those of RFC 6238', () => {
  // The secret of the examples in the RFC, whose codes have eight digits: the last six are the same.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(codeOfStep(secret, stepOf(new Date(seconds * 1000))), code)
  const own = newTotpSecret()
  assert.match(own, /^[A-Z2-7]{32}$/)
  const now = new Date()
  assert.equal(stepOfCode(own, codeOfStep(own, stepOf(now) - 1), now), stepOf(now) - 1)
  assert.equal(stepOfCode(own, codeOfStep(own, stepOf(now) + 5), now), undefined)
  assert.match(totpUri(own, 'a b@example.com'), /^otpauth:\/\/totp\/Earshot:a%20b%40example\.com\?secret=[A-Z2-7]{32}&/)
})

test('a second factor counts once a code has confirmed it, and is then asked for at sign-in', async () => {
  const { member } = await app.org()
  const browser = await signedIn(app, member)
  const refused = await browser.auth('POST', '/second-factor/begin', { body: { password: 'not the password' } })
  assert.equal(refused.status, 401)
  const { secret } = (await browser.auth('POST', '/second-factor/begin', { body: { password: member.password } })).body
  assert.equal((await browser.auth('POST', '/second-factor/confirm', { body: { code: '000000' } })).status, 401)
  assert.deepEqual((await browser.auth('GET', '/second-factor')).body.enabled, false)
  assert.equal(await whoAmI(await signedIn(app, member)), 200, 'not asked for before it is confirmed')

  const { body } = await browser.auth('POST', '/second-factor/confirm', { body: { code: nextCode(secret) } })
  assert.equal(body.recovery_codes.length, 10)
  assert.equal((await browser.app('GET', '/session')).body.second_factor.enabled, true)

  const other = openBrowser(app)
  const asked = await other.signIn(member.email, member.password)
  assert.deepEqual(asked.body, { second_factor: true })
  assert.ok(!other.jar.has('earshot_session'))
  assert.equal(await whoAmI(other), 401)
  assert.equal((await sendCode(other, '000000')).status, 401)
  assert.equal((await sendCode(other, nextCode(secret))).status, 401, 'the code of the confirmation works once')
  assert.equal((await sendCode(other, nextCode(secret, 1))).status, 200)
  assert.equal(await whoAmI(other), 200)
  assert.equal((await sendCode(openBrowser(app), nextCode(secret, 1))).status, 409, 'without the password first')
})

test('a wrong password says nothing about the second factor', async () => {
  const { member } = await app.org()
  await setUp(member)
  const wrong = await openBrowser(app).signIn(member.email, 'not the password')
  assert.equal(wrong.status, 401)
  assert.equal(wrong.text, (await openBrowser(app).signIn('nobody@example.com', 'not the password')).text)
})

test('a recovery code signs in once, and new ones replace those that are left', async () => {
  const { member } = await app.org()
  const { browser, recoveryCodes } = await setUp(member)
  const [first, second] = recoveryCodes as [string, string]
  for (const [code, status] of [
    [first.toUpperCase().replaceAll('-', ' '), 200],
    [first, 401],
  ] as const) {
    const other = openBrowser(app)
    await other.signIn(member.email, member.password)
    assert.equal((await sendCode(other, code)).status, status, code)
  }
  assert.equal((await browser.auth('GET', '/second-factor')).body.recovery_code_count, 9)
  const renewed = await browser.auth('POST', '/second-factor/recovery-codes', { body: { password: member.password } })
  assert.equal(renewed.body.recovery_codes.length, 10)
  const other = openBrowser(app)
  await other.signIn(member.email, member.password)
  assert.equal((await sendCode(other, second)).status, 401)
  assert.equal((await sendCode(other, renewed.body.recovery_codes[0])).status, 200)
})

test('a trusted browser is not asked again, until the second factor is set up anew', async () => {
  const { member } = await app.org()
  const { browser, secret } = await setUp(member)
  const trusted = openBrowser(app)
  await trusted.signIn(member.email, member.password)
  assert.equal((await sendCode(trusted, nextCode(secret), { trust_browser: true })).status, 200)
  await trusted.auth('POST', '/sign-out')
  assert.notEqual((await trusted.signIn(member.email, member.password)).body.second_factor, true)
  assert.equal(await whoAmI(trusted), 200)

  const off = await browser.auth('POST', '/second-factor/disable', { body: { password: member.password } })
  assert.equal(off.status, 200, off.text)
  assert.equal(await whoAmI(await signedIn(app, member)), 200)
  await setUp(member)
  await trusted.auth('POST', '/sign-out')
  assert.equal((await trusted.signIn(member.email, member.password)).body.second_factor, true)
})

test('codes can be tried as often as passwords', async () => {
  const { member } = await app.org()
  const { secret } = await setUp(member)
  const browser = openBrowser(app)
  await browser.signIn(member.email, member.password)
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) statuses.push((await sendCode(browser, String(n).padStart(6, '0'))).status)
  assert.deepEqual(
    statuses.slice(0, 9),
    Array.from({ length: 9 }, () => 401),
  )
  const limited = await sendCode(browser, nextCode(secret))
  assert.equal(limited.status, 429)
  assert.ok(Number(limited.headers.get('retry-after')) > 0)
})

test('the secret is encrypted, and changes to a new key of the installation', async () => {
  const { member } = await app.org()
  const { secret, recoveryCodes } = await setUp(member)
  const stored = async () =>
    (await app.store.first<{ secret: Buffer; text: string }>(
      sql`select secret, row_to_json(f)::text as text from user_second_factor f where user_id = ${member.userId}`,
    ))!
  const before = await stored()
  for (const text of [secret, recoveryCodes[0]!]) {
    assert.ok(!before.text.includes(text))
    assert.ok(!before.secret.includes(text))
  }
  const next = 'a wholly other key of the installation, long enough'
  const { reencrypted } = await rotateSecrets(app.store, { current: next, previous: [app.secret] })
  assert.ok(reencrypted >= 1)
  assert.notDeepEqual((await stored()).secret, before.secret)
  await rotateSecrets(app.store, { current: app.secret, previous: [next] })
  const browser = openBrowser(app)
  await browser.signIn(member.email, member.password)
  assert.equal((await sendCode(browser, nextCode(secret))).status, 200)
})

test('an organization that requires it lets members do nothing else first; single sign-on is left to its provider', async () => {
  const org = await app.org()
  const browser = await signedIn(app, org.member)
  const admin = await signedIn(app, org.admin)
  await setUp(org.admin)
  const on = await admin.app('PATCH', '/organization', { body: { require_second_factor: true } })
  assert.equal(on.body.require_second_factor, true)
  const refused = await browser.app('GET', '/themes')
  assert.equal(refused.status, 403)
  assert.equal(refused.body.error.code, 'SECOND_FACTOR_REQUIRED')
  const session = (await browser.app('GET', '/session')).body
  assert.deepEqual(session.second_factor, { enabled: false, required: true })
  assert.equal((await app.call(org.member.key, 'GET', '/themes')).status, 200, 'keys have no second factor')

  const token = await createSession(
    app.store,
    org.member.userId,
    { address: null, userAgent: null, requestId: null },
    'single_sign_on',
  )
  const provided = openBrowser(app)
  provided.jar.set('earshot_session', encodeURIComponent(signValue(token, app.secret)))
  assert.equal(await whoAmI(provided), 200)
  assert.equal((await provided.app('GET', '/session')).body.second_factor.required, false)

  const own = await setUp(org.member)
  assert.equal((await browser.app('GET', '/themes')).status, 200)
  const off = await own.browser.auth('POST', '/second-factor/disable', { body: { password: org.member.password } })
  assert.equal(off.status, 409)
  await updateOrganization(app.store, org.id, { require_second_factor: false })
})

test('a command removes the second factor of a person who is locked out', async () => {
  const { member } = await app.org()
  await setUp(member)
  const run = () =>
    app.store.transaction((db) => peopleCommands['reset-second-factor']!.run(db, { email: member.email }, app.settings))
  assert.equal(((await run()).value as { removed: boolean }).removed, true)
  assert.equal(await whoAmI(await signedIn(app, member)), 200)
  assert.equal(((await run()).value as { removed: boolean }).removed, false)
})

test('each step is in the audit log', async () => {
  const { admin } = await app.org()
  const { browser, recoveryCodes } = await setUp(admin)
  const other = openBrowser(app)
  await other.signIn(admin.email, admin.password)
  await sendCode(other, '000000')
  await sendCode(other, recoveryCodes[0]!)
  await browser.auth('POST', '/second-factor/recovery-codes', { body: { password: admin.password } })
  await browser.auth('POST', '/second-factor/disable', { body: { password: admin.password } })
  const { data } = (await browser.app('GET', '/audit', { query: { order: 'oldest' } })).body
  const entries = data.map((one: Record<string, string>) =>
    [one.operation, one.outcome, one.reason].filter(Boolean).join(' '),
  )
  assert.deepEqual(
    entries.filter((one: string) => !one.startsWith('createApiKey')),
    [
      'signIn success',
      'enableSecondFactor success',
      'signIn failure wrong_code',
      'useRecoveryCode success',
      'signIn success',
      'replaceRecoveryCodes success',
      'disableSecondFactor success',
    ],
  )
})

test('a person sees where they are signed in and ends all other sessions', async () => {
  const { member } = await app.org()
  const [mine, other] = [await signedIn(app, member), await signedIn(app, member)]
  await mine.app('GET', '/me')
  const sessions = (await mine.auth('GET', '/list-sessions')).body as { current: boolean; lastUsedAt: string }[]
  assert.deepEqual(sessions.map(({ current }) => current).toSorted(), [false, true])
  for (const { lastUsedAt } of sessions) assert.ok(Date.parse(lastUsedAt) > 0)
  assert.equal((await mine.auth('POST', '/end-other-sessions')).status, 200)
  assert.equal(await whoAmI(other), 401)
  assert.equal(await whoAmI(mine), 200)
})

test('members who are removed or suspended are out at the next request', async () => {
  const { id, admin, member } = await app.org()
  const [boss, browser] = [await signedIn(app, admin), await signedIn(app, member)]
  assert.equal(await whoAmI(browser), 200)
  await app.store.run(sql`update membership set status = 'suspended' where org_id = ${id} and id = ${member.memberId}`)
  const suspended = await browser.app('GET', '/me')
  assert.equal(suspended.status, 403)
  assert.equal(suspended.body.error.code, 'MEMBERSHIP_REVOKED')
  await app.store.run(sql`update membership set status = 'active' where org_id = ${id} and id = ${member.memberId}`)
  assert.equal(await whoAmI(browser), 200)
  await boss.app('DELETE', `/members/${member.memberId}`)
  assert.equal((await browser.app('GET', '/me')).body.error.code, 'MEMBERSHIP_REVOKED')
})
