import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createLimiter, defaultLimits } from '#api/pipeline/rate-limits.ts'
import { createOutbound } from '#outbound/client.ts'
import { sql } from '#store/sql.ts'
import { listen } from '../outbound/listener.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'

/* Against a fake identity provider that returns the claims of each test. */

type Claims = Record<string, unknown>
let app: TestApp
let org: Org
let provider: Awaited<ReturnType<typeof startProvider>>

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [trustedKey, untrustedKey] = [pair(), pair()]
type TokenRequest = { challenge: string; claims: Claims; signer: typeof trustedKey }

function tokenFor({ claims, signer }: TokenRequest): string {
  const unsigned = `${part({ alg: 'RS256', kid: 'first' })}.${part(claims)}`
  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), signer.privateKey).toString('base64url')}`
}

async function startProvider() {
  const codes = new Map<string, TokenRequest>()
  const server = await listen((request, response) => {
    const send = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration')
      return send(200, {
        issuer: server.url,
        authorization_endpoint: `${server.url}/authorize?tenant=1`,
        token_endpoint: `${server.url}/token`,
        jwks_uri: `${server.url}/keys`,
      })
    if (request.url === '/keys')
      return send(200, {
        keys: [{ ...trustedKey.publicKey.export({ format: 'jwk' }), kid: 'first', use: 'sig', alg: 'RS256' }],
      })
    let text = ''
    request
      .setEncoding('utf8')
      .on('data', (part: string) => (text += part))
      .on('end', () => {
        const form = new URLSearchParams(text)
        const tokenRequest = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        const isVerified =
          tokenRequest &&
          createHash('sha256')
            .update(form.get('code_verifier') ?? '')
            .digest('base64url') === tokenRequest.challenge
        if (
          !isVerified ||
          request.headers.authorization !== `Basic ${Buffer.from('earshot:s%26cret').toString('base64')}`
        )
          return send(400, { error: 'invalid_grant' })
        send(200, { token_type: 'Bearer', access_token: 'x', id_token: tokenFor(tokenRequest) })
      })
  })
  return { ...server, codes }
}

before(async () => {
  provider = await startProvider()
  const settings = {
    issuer: provider.url,
    clientId: 'earshot',
    clientSecret: 's&cret',
    domains: ['acme.example'],
    roleClaim: 'groups',
    defaultRole: 'member' as const,
  }
  app = await startTestApp({ singleSignOn: { settings, outbound: createOutbound({ networks: ['127.0.0.0/8'] }) } })
  org = await app.org()
})
after(async () => {
  await provider.close()
  assert.deepEqual(app.errors, [])
  await app.close()
})

const visit = async (path: string, cookies = '') => {
  const response = await fetch(app.baseUrl + path, {
    redirect: 'manual',
    headers: { ...(cookies && { cookie: cookies }) },
  })
  return {
    status: response.status,
    to: response.headers.get('location') ?? '',
    cookies: response.headers.getSetCookie(),
  }
}
const jar = (cookies: readonly string[]) => cookies.map((one) => one.split(';', 1)[0]).join('; ')

/** The redirect to the provider, which returns `claims`, and back. */
async function signIn(
  claims: Claims,
  {
    spoil = (query: URLSearchParams) => query,
    nonce,
    signer = trustedKey,
    start = '',
  }: {
    spoil?: (query: URLSearchParams) => URLSearchParams
    nonce?: string
    signer?: typeof trustedKey
    start?: string
  } = {},
) {
  const away = await visit(`/app/auth/oidc/start${start}`)
  assert.equal(away.status, 302)
  const authorization = new URL(away.to).searchParams
  const now = Math.floor(Date.now() / 1000)
  const code = crypto.randomUUID()
  provider.codes.set(code, {
    challenge: authorization.get('code_challenge')!,
    signer,
    claims: {
      iss: provider.url,
      aud: 'earshot',
      iat: now,
      exp: now + 60,
      nonce: nonce ?? authorization.get('nonce'),
      email_verified: true,
      ...claims,
    },
  })
  return {
    authorization,
    away,
    back: await visit(
      `/app/auth/oidc/callback?${spoil(new URLSearchParams({ code, state: authorization.get('state')! }))}`,
      jar(away.cookies),
    ),
  }
}
const me = async (cookies: readonly string[]) => {
  const response = await fetch(`${app.baseUrl}/app/v1/me`, { headers: { cookie: jar(cookies) } })
  return { status: response.status, body: (await response.json()) as Claims }
}
const errorCode = ({ to }: { to: string }) => new URL(to).searchParams.get('problem')

test('the person returns to the page that asked for the sign-in, never to another site', async () => {
  const { email } = (await app.org()).admin
  const returned = async (next: string) =>
    (await signIn({ sub: 'u-next', email }, { start: `?${new URLSearchParams({ next })}` })).back.to
  const page = '/connect-app?client_id=app_1&redirect_uri=https%3A%2F%2Fapp.example.com%2F'
  assert.equal(await returned(page), `http://localhost:3000${page}`)
  for (const next of [
    '//evil.example.com',
    'https://evil.example.com',
    '/\\evil.example.com',
    '@evil.example.com',
    '/a\nb',
    '',
  ])
    assert.equal(await returned(next), 'http://localhost:3000/', next)
})

test('a user is matched by verified email first, then by the provider’s subject id', async () => {
  const { authorization, away, back } = await signIn({
    sub: 'u-1',
    email: org.member.email.toUpperCase(),
    name: 'Ana Lima',
  })
  assert.deepEqual(
    ['tenant', 'response_type', 'client_id', 'redirect_uri', 'scope', 'code_challenge_method'].map((name) =>
      authorization.get(name),
    ),
    ['1', 'code', 'earshot', 'http://localhost:3000/app/auth/oidc/callback', 'openid email profile', 'S256'],
  )
  assert.ok(
    away.cookies.every((one) => /; HttpOnly; SameSite=Lax/.test(one)) &&
      !jar(away.cookies).includes(authorization.get('state')!),
  )
  assert.deepEqual([back.status, back.to], [302, 'http://localhost:3000/'])
  assert.deepEqual((await me(back.cookies)).body, {
    org_id: org.id,
    user_id: org.member.userId,
    role: 'member',
    scope: 'read',
  })
  const moved = await signIn({ sub: 'u-1', email: 'new-name@elsewhere.example', email_verified: false })
  assert.equal((await me(moved.back.cookies)).body.user_id, org.member.userId)
})

test('an unknown user needs an invitation unless their domain may join; a claim decides the role', async () => {
  assert.match(errorCode((await signIn({ sub: 'u-2', email: 'stranger@other.example' })).back)!, /^no_account$/)
  assert.match(
    errorCode((await signIn({ sub: 'u-3', email: 'evil@acme.example.other.example' })).back)!,
    /^no_account$/,
  )
  assert.match(
    errorCode((await signIn({ sub: 'u-4', email: 'unproven@acme.example', email_verified: false })).back)!,
    /^unverified$/,
  )
  const joined = await signIn({ sub: 'u-5', email: 'New@Acme.example', name: 'New Person' })
  assert.deepEqual(
    [(await me(joined.back.cookies)).body.org_id, (await me(joined.back.cookies)).body.role],
    [org.id, 'member'],
  )
  const boss = await signIn({ sub: 'u-6', email: 'boss@acme.example', groups: ['staff', 'admin'] })
  assert.equal((await me(boss.back.cookies)).body.role, 'admin')
  const helper = await signIn({ sub: 'u-7', email: 'helper@acme.example', groups: ['viewer', 'contributor', 'staff'] })
  assert.equal((await me(helper.back.cookies)).body.role, 'contributor', 'the role with the most rights')
  const people = await app.store.rows<{ email: string }>(
    sql`select email from app_user where email like '%acme.example%' or email like '%other.example' order by email`,
  )
  assert.deepEqual(
    people.map(({ email }) => email),
    ['boss@acme.example', 'helper@acme.example', 'new@acme.example'],
  )
})

test('an unverified email does not link to an existing account', async () => {
  const { back } = await signIn({ sub: 'thief', email: org.admin.email, email_verified: false })
  assert.match(errorCode(back)!, /^unverified$/)
  assert.equal((await me(back.cookies)).status, 401)
  assert.deepEqual(await audited(org.admin.userId), [['signIn', 'failure', 'unverified']])
})

/** Operation, outcome and reason of a user's entries in the audit log. */
const audited = async (user: string) =>
  (
    await app.store.rows<{ operation: string; outcome: string; reason: string | null }>(sql`
      select operation, outcome, reason from audit_entry
      where org_id = ${org.id} and user_id = ${user} and means = 'single_sign_on' order by id`)
  ).map(({ operation, outcome, reason }) => [operation, outcome, reason])

test('the audit log has who joined by single sign-on, who linked an account, and each sign-in', async () => {
  await signIn({ sub: 'u-9', email: 'joined@acme.example', name: 'Joined' })
  const joined = await app.store.first<{ id: string }>(sql`select id from app_user where email = 'joined@acme.example'`)
  assert.deepEqual(await audited(joined!.id), [
    ['joinBySingleSignOn', 'success', null],
    ['signIn', 'success', null],
  ])
  assert.deepEqual((await audited(org.member.userId)).slice(0, 2), [
    ['linkSingleSignOn', 'success', null],
    ['signIn', 'success', null],
  ])
})

test('foreign, mismatched and expired sign-on responses are rejected', async () => {
  const claims = { sub: 'u-1', email: org.member.email }
  const refused: [string, Awaited<ReturnType<typeof signIn>>][] = [
    [
      'another state',
      await signIn(claims, { spoil: (query) => new URLSearchParams({ code: query.get('code')!, state: 'x' }) }),
    ],
    [
      'another code',
      await signIn(claims, { spoil: (query) => new URLSearchParams({ state: query.get('state')!, code: 'x' }) }),
    ],
    [
      'no code',
      await signIn(claims, {
        spoil: (query) => new URLSearchParams({ state: query.get('state')!, error: 'access_denied' }),
      }),
    ],
    ['another nonce', await signIn(claims, { nonce: 'x' })],
    ['another audience', await signIn({ ...claims, aud: 'somebody-else' })],
    ['several audiences', await signIn({ ...claims, aud: ['earshot', 'other'] })],
    ['another issuer', await signIn({ ...claims, iss: 'https://evil.example' })],
    ['too old', await signIn({ ...claims, exp: Math.floor(Date.now() / 1000) - 60 })],
    ['signed with another key', await signIn(claims, { signer: untrustedKey })],
    ['no subject', await signIn({ email: org.member.email })],
    ['no address', await signIn({ sub: 'u-1' })],
  ]
  for (const [why, { back }] of refused) {
    assert.ok(errorCode(back), why)
    assert.equal((await me(back.cookies)).status, 401, why)
  }
  const { away, authorization } = await signIn(claims)
  assert.ok(
    errorCode(await visit(`/app/auth/oidc/callback?code=x&state=${authorization.get('state')}`)),
    'without the cookie',
  )
  assert.ok(
    errorCode(
      await visit(
        `/app/auth/oidc/callback?code=x&state=${authorization.get('state')}`,
        jar(away.cookies).replace(/.$/, ''),
      ),
    ),
    'with an altered cookie',
  )
})

test('sign-ons of one address are limited, whatever X-Forwarded-For says', async () => {
  const settings = {
    issuer: provider.url,
    clientId: 'a',
    clientSecret: 'b',
    domains: [],
    roleClaim: null,
    defaultRole: 'member' as const,
  }
  const limits = { ...defaultLimits, page: { perSecond: 0.001, burst: 2 } }
  const limited = await startTestApp({
    singleSignOn: { settings, outbound: createOutbound({ networks: ['127.0.0.0/8'] }) },
    rates: { limits, limiter: createLimiter(limits) },
  })
  const codes = []
  for (const path of ['start', 'callback', 'start', 'callback'])
    codes.push(
      (
        await fetch(`${limited.baseUrl}/app/auth/oidc/${path}`, {
          redirect: 'manual',
          headers: { 'x-forwarded-for': `198.51.100.${codes.length}` },
        })
      ).status,
    )
  await limited.close()
  assert.deepEqual(codes, [302, 302, 429, 429])
})

test('the web app learns whether a provider is configured, and an unreachable provider is reported', async () => {
  const setup = async (where: TestApp) =>
    ((await (await fetch(`${where.baseUrl}/app/v1/setup`)).json()) as Claims).single_sign_on
  const settings = {
    issuer: 'http://127.0.0.1:1024',
    clientId: 'a',
    clientSecret: 'b',
    domains: [],
    roleClaim: null,
    defaultRole: 'member' as const,
  }
  const [away, none] = [
    await startTestApp({ singleSignOn: { settings, outbound: createOutbound({ networks: ['127.0.0.0/8'] }) } }),
    await startTestApp(),
  ]
  assert.deepEqual([await setup(app), await setup(none)], [true, false])
  assert.equal((await fetch(`${none.baseUrl}/app/auth/oidc/start`, { redirect: 'manual' })).status, 404)
  const { headers } = await fetch(`${away.baseUrl}/app/auth/oidc/start`, { redirect: 'manual' })
  assert.match(headers.get('location')!, /\/sign-in\?problem=away$/)
  await Promise.all([away.close(), none.close()])
})
