import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createAuth } from '#api/auth/auth.ts'
import { authRoutes } from '#api/auth/auth-routes.ts'
import { createServer } from '#api/server.ts'
import { countAttempt } from '#domain/identity/queries-attempts.ts'
import { verifyPassword } from '#domain/identity/password.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { createOutbound } from '#outbound/client.ts'
import { openStore } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { openBrowser, signedIn } from './browser.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.close())

/** The auth routes alone, so that the client address and the public URL can be chosen. */
function signInServer(publicUrl: string, store = app.store) {
  const log = { info() {}, warn() {}, error() {} }
  const server = createServer({
    store,
    outbound: createOutbound(),
    secret: app.secret,
    settings: { ...app.settings, publicUrl },
    authenticators: [],
    log,
    plugins: [authRoutes(createAuth({ store, secret: app.secret, publicUrl, log }))],
  })
  const signIn = (
    payload: object,
    { address = '192.0.2.1', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
  ) =>
    server.inject({
      method: 'POST',
      url: '/app/auth/sign-in/email',
      remoteAddress: address,
      headers: { 'x-requested-with': 'earshot', ...headers },
      payload,
    })
  return { server, signIn }
}

test('a wrong password and an unknown email get the same response', async () => {
  const { admin } = await app.org()
  const wrong = await openBrowser(app).signIn(admin.email, 'not the password')
  const unknown = await openBrowser(app).signIn('nobody@example.com', 'not the password')
  assert.equal(wrong.status, 401)
  assert.equal(unknown.status, 401)
  assert.equal(wrong.text, unknown.text)
  assert.equal(wrong.body.error.code, 'UNAUTHORIZED')
  assert.deepEqual(wrong.headers.getSetCookie(), [])
})

test('a user without a password cannot sign in with one', async () => {
  assert.equal(await verifyPassword(null, 'nobody has this password'), false)
  assert.equal(await verifyPassword(undefined, ''), false)
})

test('sign-in sets an HttpOnly cookie, and no response body contains the token', async () => {
  const { admin } = await app.org()
  const browser = openBrowser(app)
  const reply = await browser.signIn(admin.email.toUpperCase(), admin.password)
  assert.equal(reply.status, 200)
  assert.equal(reply.headers.get('cache-control'), 'no-store')
  for (const cookie of reply.headers.getSetCookie()) assert.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax$/)
  const token = decodeURIComponent(browser.jar.get('earshot_session')!).split('.')[0]!
  for (const path of ['/get-session', '/list-sessions']) {
    const shown = await browser.auth('GET', path)
    assert.equal(shown.status, 200)
    assert.ok(!shown.text.includes(token))
  }
  assert.ok(!reply.text.includes(token))
})

test('on https the cookies are Secure and bound to the host', async () => {
  const { admin } = await app.org()
  const { server, signIn } = signInServer('https://ears.example.com')
  const reply = await signIn(
    { email: admin.email, password: admin.password },
    { headers: { origin: 'https://ears.example.com' } },
  )
  await server.close()
  assert.equal(reply.statusCode, 200)
  const cookies = reply.headers['set-cookie'] as string[]
  assert.deepEqual(
    cookies.map((cookie) => cookie.split('=', 1)[0]),
    ['__Host-earshot_session', '__Host-earshot_device'],
  )
  for (const cookie of cookies) assert.match(cookie, /; HttpOnly.*; Secure|; Secure.*; HttpOnly/)
})

test('a cookie with an invalid signature is rejected', async () => {
  const { admin } = await app.org()
  const browser = await signedIn(app, admin)
  const genuine = browser.jar.get('earshot_session')!
  const [token, signature] = decodeURIComponent(genuine).split('.') as [string, string]
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  const altered = [`${token}x.${signature}`, `${token}.${flipped}`, `${token}.${signature.slice(0, -1)}`]
  for (const forged of [token, `${token}.`, `.${signature}`, '%E0%A4%A', ...altered]) {
    browser.jar.set('earshot_session', forged.startsWith('%') ? forged : encodeURIComponent(forged))
    assert.equal((await browser.app('GET', '/me')).status, 401, forged)
    assert.equal((await browser.auth('GET', '/list-sessions')).status, 401, forged)
    assert.equal((await browser.auth('GET', '/get-session')).text, 'null', forged)
  }
  browser.jar.set('earshot_session', genuine)
  assert.equal((await browser.app('GET', '/me')).status, 200)
})

test('a session ends by sign-out, revocation or expiry', async () => {
  const { admin } = await app.org()
  const [first, second, third] = [await signedIn(app, admin), await signedIn(app, admin), await signedIn(app, admin)]
  const kept = new Map(first.jar)
  assert.equal((await first.auth('POST', '/sign-out')).status, 200)
  for (const [name, value] of kept) first.jar.set(name, value)
  assert.equal((await first.app('GET', '/me')).status, 401)

  const sessions = (await third.auth('GET', '/list-sessions')).body as { id: string }[]
  assert.equal(sessions.length, 2)
  const own = (await third.auth('GET', '/get-session')).body.session.id
  const other = sessions.find(({ id }) => id !== own)!.id
  assert.equal((await third.auth('POST', '/revoke-session', { body: { id: other } })).status, 200)
  assert.equal((await second.app('GET', '/me')).status, 401)
  assert.equal((await third.auth('POST', '/revoke-session', { body: { id: other } })).status, 404)

  await app.store.run(sql`update user_session set expires_at = now() - interval '1 second' where id = ${own}`)
  assert.equal((await third.app('GET', '/me')).status, 401)
  assert.equal((await third.auth('GET', '/get-session')).text, 'null')
})

test('a user cannot revoke another user’s session', async () => {
  const { admin, member } = await app.org()
  const [victim, attacker] = [await signedIn(app, admin), await signedIn(app, member)]
  const id = (await victim.auth('GET', '/get-session')).body.session.id
  assert.equal((await attacker.auth('POST', '/revoke-session', { body: { id } })).status, 404)
  assert.equal((await victim.app('GET', '/me')).status, 200)
})

test('a password change ends all sessions, opens a new one in the same organization, and only the new password works', async () => {
  const { admin } = await app.org({ name: 'First' })
  const second = await app.org({ name: 'Second' })
  await insertMembership(app.store, second.id, { userId: admin.userId, role: 'member' })
  const [here, elsewhere] = [await signedIn(app, admin), await signedIn(app, admin)]
  assert.equal((await here.app('POST', '/session/organization', { body: { org_id: second.id } })).status, 200)
  const old = here.jar.get('earshot_session')!

  const change = (currentPassword: string, newPassword: string) =>
    here.auth('POST', '/change-password', { body: { currentPassword, newPassword } })
  const wrong = await change('not this one', 'brand new password')
  assert.equal(wrong.status, 401)
  assert.equal((await elsewhere.app('GET', '/me')).status, 200)
  assert.equal((await change(admin.password, 'short')).status, 400)

  const changed = await change(admin.password, 'brand new password')
  assert.equal(changed.status, 200)
  assert.equal((await elsewhere.app('GET', '/me')).status, 401)
  assert.notEqual(here.jar.get('earshot_session'), old)
  assert.equal((await here.app('GET', '/me')).body.org_id, second.id)
  here.jar.set('earshot_session', old)
  assert.equal((await here.app('GET', '/me')).status, 401)
  assert.equal((await openBrowser(app).signIn(admin.email, admin.password)).status, 401)
  assert.equal((await openBrowser(app).signIn(admin.email, 'brand new password')).status, 200)
})

test('ten password attempts per account, existing or not; a known device has its own limit', async () => {
  const { admin } = await app.org()
  const { server, signIn } = signInServer('http://localhost')
  const first = await signIn({ email: admin.email, password: admin.password }, { address: '192.0.2.9' })
  const device = (first.headers['set-cookie'] as string[])
    .find((cookie) => cookie.startsWith('earshot_device='))!
    .split(';', 1)[0]!
  const guess = async (email: string, many: number) => {
    const replies = []
    for (let i = 0; i < many; i++)
      replies.push(await signIn({ email, password: 'a wrong guess' }, { address: `198.51.100.${i}` }))
    return replies
  }
  const guesses = await guess(admin.email, 14)
  assert.deepEqual(
    guesses.map((reply) => reply.statusCode),
    [...Array(10).fill(401), ...Array(4).fill(429)],
  )
  const strangers = await guess('never-heard-of@example.com', 12)
  assert.deepEqual(
    strangers.map((reply) => reply.statusCode),
    [...Array(10).fill(401), ...Array(2).fill(429)],
  )
  const refused = guesses.at(-1)!
  assert.equal(refused.json().error.code, 'RATE_LIMITED')
  assert.ok(Number(refused.headers['retry-after']) > 0 && Number(refused.headers['retry-after']) <= 900)
  assert.equal(refused.body, strangers.at(-1)!.body)

  const right = { email: admin.email, password: admin.password }
  assert.equal((await signIn(right, { address: '203.0.113.1' })).statusCode, 429)
  assert.equal((await signIn(right, { address: '203.0.113.1', headers: { cookie: device } })).statusCode, 200)
  assert.equal(
    (await signIn(right, { address: '203.0.113.1', headers: { cookie: device.replace('.', 'x.') } })).statusCode,
    429,
  )
  await server.close()
})

test('thirty password attempts per IP address and minute', async () => {
  const { server, signIn } = signInServer('http://localhost')
  const codes = []
  for (let i = 0; i < 32; i++) {
    const reply = await signIn(
      { email: `guess-${i}@example.com`, password: 'a wrong guess' },
      { address: '203.0.113.77' },
    )
    codes.push(reply.statusCode)
  }
  await server.close()
  assert.deepEqual(codes, [...Array(30).fill(401), 429, 429])
})

test('addresses of one IPv6 network count together, those of another apart', async () => {
  const { server, signIn } = signInServer('http://localhost')
  const guess = (n: number, address: string) =>
    signIn({ email: `ipv6-${n}@example.com`, password: 'a wrong guess' }, { address }).then((reply) => reply.statusCode)
  const codes = []
  for (let n = 0; n < 32; n++) codes.push(await guess(n, `2001:db8:0:7::${(n * 1999).toString(16)}`))
  codes.push(await guess(99, '2001:db8:0:8::1'))
  await server.close()
  assert.deepEqual(codes, [...Array(30).fill(401), 429, 429, 401])
})

test('sign-ins and password changes that succeed do not count, and do not free attempts of others', async () => {
  const { admin } = await app.org()
  const { server, signIn } = signInServer('http://localhost')
  const address = '203.0.113.90'
  const passwords: Record<string, string> = { r: admin.password, w: 'a wrong guess' }
  const codes = []
  for (const attempt of `${'r'.repeat(12)}${'w'.repeat(9)}rrwrw`)
    codes.push((await signIn({ email: admin.email, password: passwords[attempt] }, { address })).statusCode)
  assert.deepEqual(codes, [...Array(12).fill(200), ...Array(9).fill(401), 200, 200, 401, 429, 429])

  const { member } = await app.org()
  const session = (await signIn({ email: member.email, password: member.password }, { address })).headers[
    'set-cookie'
  ] as string[]
  let cookie = session.map((one) => one.split(';', 1)[0]).join('; ')
  let password = member.password
  for (let n = 0; n < 11; n++) {
    const change = await server.inject({
      method: 'POST',
      url: '/app/auth/change-password',
      remoteAddress: address,
      headers: { 'x-requested-with': 'earshot', cookie },
      payload: { currentPassword: password, newPassword: `${member.password} ${n}` },
    })
    assert.equal(change.statusCode, 200, change.body)
    password = `${member.password} ${n}`
    cookie = [change.headers['set-cookie']]
      .flat()
      .map((one) => one!.split(';', 1)[0])
      .join('; ')
  }
  await server.close()
})

test('password attempts through several processes count together', async () => {
  const processes = [signInServer('http://localhost'), signInServer('http://localhost')]
  const codes = []
  for (let i = 0; i < 13; i++) {
    const guess = { email: 'known-to-nobody@example.com', password: 'a wrong guess' }
    codes.push((await processes[i % 2]!.signIn(guess, { address: `198.51.100.${100 + i}` })).statusCode)
  }
  for (const { server } of processes) await server.close()
  assert.deepEqual(codes, [...Array(10).fill(401), ...Array(3).fill(429)])
})

test('the sliding window frees attempts one by one, and attempts at once never exceed the limit', async () => {
  const limit = { name: 'test', max: 3, seconds: 60 }
  const attempt = () => countAttempt(app.store, limit, 'ana')
  const atOnce = await Promise.all(Array.from({ length: 12 }, attempt))
  assert.equal(atOnce.filter((wait) => wait === 0).length, 3)
  assert.ok(atOnce.every((wait) => wait >= 0 && wait <= 60))
  const age = (change: string) =>
    app.store.run(sql`
      update attempt_window set attempts = array(
        select made - case when n = 1 then ${change}::interval else '0' end from unnest(attempts) with ordinality t (made, n))
      where caller = 'ana'`)
  await age('30 seconds')
  assert.ok((await attempt()) <= 30)
  await age('31 seconds')
  assert.deepEqual([await attempt(), (await attempt()) > 0], [0, true])
  assert.equal(await countAttempt(app.store, limit, 'ben'), 0)
})

test('attempts are counted across processes and restarts', async () => {
  const url = new URL('../../src/domain/identity/sign-in-limits.ts', import.meta.url)
  // A module of its own has no memory of the first, like another process.
  const processes: (typeof import('#domain/identity/sign-in-limits.ts'))[] = await Promise.all(
    ['?process=1', '?process=2'].map((query) => import(new URL(query, url).href)),
  )
  const outcomes = []
  for (let i = 0; i < 12; i++)
    outcomes.push(
      await processes[i % 2]!.limitSignInAttempts(app.store, 'across@example.com').then(
        () => 'counted',
        (error: { code: string }) => error.code,
      ),
    )
  assert.deepEqual(outcomes, [...Array(10).fill('counted'), 'RATE_LIMITED', 'RATE_LIMITED'])
})

test('cross-site sign-in and sign-out are rejected', async () => {
  const { admin } = await app.org()
  const browser = await signedIn(app, admin)
  const foreign: Record<string, string>[] = [
    { 'x-requested-with': '' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://localhost:3000' },
  ]
  for (const headers of foreign) {
    for (const path of ['/sign-in/email', '/sign-out', '/change-password', '/revoke-session', '/revoke-sessions']) {
      const reply = await browser.auth('POST', path, { headers, body: {} })
      assert.equal(reply.body.error.code, 'CSRF_REFUSED', `${path} ${JSON.stringify(headers)}`)
    }
  }
  const form = await browser.auth('POST', '/sign-in/email', { headers: { 'content-type': 'text/plain' }, body: {} })
  assert.equal(form.status, 415)
  assert.equal((await browser.app('GET', '/me')).status, 200)
  assert.equal((await browser.auth('POST', '/sign-out', { headers: { origin: app.settings.publicUrl } })).status, 200)
})

test('no other endpoint of better-auth is reachable', async () => {
  const { admin } = await app.org()
  const browser = await signedIn(app, admin)
  const posts = [
    'sign-up/email',
    'sign-in/social',
    'verify-password',
    'change-email',
    'update-user',
    'update-session',
    'delete-user',
    'revoke-other-sessions',
    'link-social',
    'unlink-account',
    'refresh-token',
    'get-access-token',
    'get-session',
    'sign-in/email/',
    '../auth/sign-up/email',
  ]
  for (const path of posts) assert.equal((await browser.auth('POST', `/${path}`, { body: {} })).status, 404, path)
  const gets = [
    'ok',
    'error',
    'list-accounts',
    'account-info',
    'verify-email',
    'delete-user/callback',
    'reset-password/a-token',
    'sign-out',
    'callback/github',
    '',
  ]
  const nothing = { error: { code: 'NOT_FOUND', message: 'There is nothing at this path.' } }
  for (const path of gets) assert.deepEqual((await browser.auth('GET', `/${path}`)).body, nothing, path)
})

test('without the database, sign-in reports an unavailable service, not a wrong password', async () => {
  const store = openStore(app.connection)
  const { server, signIn } = signInServer('http://localhost', store)
  await server.ready()
  await store.close()
  const reply = await signIn({ email: 'somebody@example.com', password: 'whatever it is' }, { address: '192.0.2.50' })
  await server.close()
  assert.equal(reply.statusCode, 503)
  assert.equal(reply.json().error.code, 'SERVICE_UNAVAILABLE')
})
