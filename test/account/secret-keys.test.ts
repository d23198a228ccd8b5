import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newFormToken, readFormToken } from '#api/routes/widget/form-token.ts'
import { SecretKeyError } from '#config/errors.ts'
import { beginSecondFactor } from '#domain/identity/second-factor.ts'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import { installationSecret } from '#domain/installation/queries.ts'
import { openCredential, openToken, sealToken } from '#domain/integrations/pull/credentials.ts'
import { readUnsubscribeToken, unsubscribeUrl } from '#domain/overview/digest/unsubscribe.ts'
import { createOutbound } from '#outbound/client.ts'
import { checkSecretKeys, rotateSecrets, sealedTables } from '#serve/secret-keys.ts'
import type { Store } from '#store/open.ts'
import type { SecretOrKeys, SecretKeys } from '#store/secret-keys.ts'
import { raw, sql } from '#store/sql.ts'
import { vaultFor } from '#store/vault.ts'
import { startDispatcher } from '#worker/webhook-dispatcher.ts'
import { cloneDatabase, type TestDatabase } from '../database.ts'
import { deliver } from '../integrations/deliver.ts'
import { type Org, startTestApp, type TestApp } from '../test-app.ts'
import { type Browser, openBrowser } from './browser.ts'
import { closeReceivers, startReceiver } from './receiver.ts'

/* SECRET_KEY changes while secrets, sessions and cursors of the old key are in use. */

const old = 'the key of before, but thirty-two long'.replaceAll(' ', '-')
const next = 'the key from now on, thirty-two long!'.replaceAll(' ', '-')
const onlyOld: SecretKeys = { current: old, previous: [] }
const onlyNext: SecretKeys = { current: next, previous: [] }
const both: SecretKeys = { current: next, previous: [old] }
const outbound = createOutbound({ networks: ['127.0.0.0/8'], resolve: async () => [] })
const silent = { info() {}, warn() {}, error() {} }

let database: TestDatabase
const apps: TestApp[] = []
async function startWith(secret: SecretOrKeys): Promise<TestApp> {
  const app = await startTestApp({ database: { ...database, drop: async () => {} }, secret })
  apps.push(app)
  return app
}
before(async () => {
  database = await cloneDatabase()
})
after(async () => {
  await closeReceivers()
  for (const app of apps) await app.close()
  await database.drop()
})

type Sent = { body?: object; key?: string }

const call = async (app: TestApp, { admin }: Org, operation: string, { body, key }: Sent = {}) => {
  const [method, path] = operation.split(' ') as [string, string]
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const reply = await app.call(admin.key, method, path, { ...(body && { body }), headers })
  assert.ok(reply.status < 300, reply.text)
  return reply.body
}

/** The same cookies at another server. */
function browserAt(app: TestApp, jar: ReadonlyMap<string, string>): Browser {
  const browser = openBrowser(app)
  for (const [name, value] of jar) browser.jar.set(name, value)
  return browser
}

/** One stored value of every kind, and what is signed but not stored. */
async function fill(app: TestApp, org: Org, receiver: string) {
  const browser = openBrowser(app)
  await browser.signIn(org.admin.email, org.admin.password)
  const webhookInput = { url: receiver, events: ['project.*'] }
  const { id: webhookId } = await call(app, org, 'POST /webhooks', { body: webhookInput, key: 'webhook' })
  const rotated = await call(app, org, `POST /webhooks/${webhookId}/rotate-secret`, { key: 'rotate-webhook' })
  const integration = await call(app, org, 'POST /integrations', {
    body: { provider: 'generic', name: 'Generic' },
    key: 'generic',
  })
  const renewed = await call(app, org, `POST /integrations/${integration.id}/rotate-secret`, { key: 'rotate-generic' })
  const credential = { access_token: 'tfp_credential' }
  const forms = { provider: 'typeform', name: 'Forms', config: { forms: ['abc'] }, credential }
  const pulled = await call(app, org, 'POST /integrations', { body: forms, key: 'typeform' })
  const place = { vault: vaultFor(old), org: org.id, integration: pulled.id }
  const token = sealToken(place, { value: 'access', expiresAt: null } as never)
  await app.store.run(sql`
    update integration_pull set token = ${token} where org_id = ${org.id} and integration_id = ${pulled.id}`)
  const channel = { kind: 'slack', name: '#product', url: 'https://hooks.slack.com/services/T0/B0/secret' }
  assert.equal((await browser.app('POST', '/notification-channels', { body: channel })).status, 201)
  await mailOutbox(vaultFor(old))(app.store, org.id, { to: 'ana@example.com', subject: 'Hello', text: 'A link' })
  await beginSecondFactor(app.store, vaultFor(old), { id: org.member.userId, email: org.member.email })
  for (const name of ['First theme', 'Second theme']) await call(app, org, 'POST /themes', { body: { name } })
  const { pagination } = await call(app, org, 'GET /themes?limit=1')
  return {
    webhookInput,
    rotated,
    generic: { ...integration, secret: renewed.secret },
    pulled: pulled.id as string,
    cookies: new Map(browser.jar),
    cursor: `/themes?limit=1&cursor=${encodeURIComponent(pagination.next_cursor)}`,
    form: newFormToken('earpub_key', old, Date.now() - 5000),
    unsubscribe: unsubscribeUrl(vaultFor(old), '', org.id, org.admin.userId).split('/').at(-1)!,
  }
}

async function countStored(store: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table, columns } of sealedTables)
    for (const column of Object.keys(columns))
      counts[`${table}.${column}`] = (await store.first<{ n: number }>(
        sql`select count(${raw(column)})::int as n from ${raw(table)}`,
      ))!.n
  return counts
}

/** Fails at the n-th changed value, as a killed process would. */
const interruptedAfter = (store: Store, changes: number): Store =>
  new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown
      if (name !== 'run') return typeof value === 'function' ? value.bind(target) : value
      return async (statement: Parameters<Store['run']>[0]) => {
        if (changes-- === 0) throw new Error('interrupted')
        return target.run(statement)
      }
    },
  })

test('with two keys everything of the old one works, and after the rotation all that is stored needs the new one', async () => {
  const receiver = await startReceiver()
  const before = await startWith(old)
  const org = await before.org()
  assert.deepEqual(await checkSecretKeys(before.store, onlyOld), { inUse: 1 })
  const made = await fill(before, org, `${receiver.url}/hook`)
  for (const [place, count] of Object.entries(await countStored(before.store))) assert.ok(count > 0, place)

  const during = await startWith(both)
  const { store } = during
  assert.deepEqual(await checkSecretKeys(store, both), { inUse: 2 })
  await assertBothKeysWork(during, org, made)

  await assert.rejects(checkSecretKeys(store, onlyNext), /^SecretKeyError: SECRET_KEY alone does not decrypt all/)
  await assert.rejects(checkSecretKeys(store, onlyOld), /^SecretKeyError: SECRET_KEY alone does not decrypt all/)
  await assert.rejects(rotateSecrets(interruptedAfter(store, 3), both), /interrupted/)
  await assert.rejects(checkSecretKeys(store, onlyNext), SecretKeyError)
  assert.equal((await call(during, org, `GET ${made.cursor}`)).data.length, 1)
  const { reencrypted, unreadable } = await rotateSecrets(store, both)
  assert.ok(reencrypted > 5)
  assert.equal(unreadable, 0)
  const again = await rotateSecrets(store, both)
  assert.deepEqual([again.reencrypted, again.unreadable], [0, 0])
  assert.ok(again.unchanged >= reencrypted + 3)
  assert.deepEqual(await checkSecretKeys(store, onlyNext), { inUse: 1 })
  await assert.rejects(checkSecretKeys(store, onlyOld), SecretKeyError)

  await assertOnlyNewKeyWorks(await startWith(next), org, made, receiver)
})

type Made = Awaited<ReturnType<typeof fill>>
const sampleDelivery = (id: string) => ({ id, content: `Sent as ${id}`, created_at: new Date().toISOString() })

async function assertBothKeysWork(app: TestApp, org: Org, made: Made) {
  const listed = browserAt(app, made.cookies)
  assert.equal((await listed.auth('GET', '/list-sessions')).body.length, 1)
  const browser = browserAt(app, made.cookies)
  assert.equal((await browser.app('GET', '/me')).status, 200)
  assert.notEqual(browser.jar.get('earshot_session'), made.cookies.get('earshot_session'), 'signed with the new key')
  assert.equal((await browser.app('GET', '/me')).headers.getSetCookie().length, 0)
  assert.equal((await call(app, org, `GET ${made.cursor}`)).data.length, 1)
  const replay = await call(app, org, `POST /webhooks/${made.rotated.id}/rotate-secret`, { key: 'rotate-webhook' })
  assert.equal(replay.secret, made.rotated.secret)
  assert.equal((await deliver(app, made.generic, 'generic', sampleDelivery('both'))).status, 202)
  assert.ok('submission' in readFormToken(made.form, 'earpub_key', both))
  assert.equal(readUnsubscribeToken(vaultFor(both), made.unsubscribe)?.org, org.id)
  const created = await call(app, org, 'POST /webhooks', { body: { ...made.webhookInput, events: ['theme.*'] } })
  assert.match(created.secret, /^whsec_/)
  made.cookies.set('renewed', browser.jar.get('earshot_session')!)
}

async function assertOnlyNewKeyWorks(
  app: TestApp,
  org: Org,
  made: Made,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
) {
  const vault = vaultFor(next)
  const expired = browserAt(app, made.cookies)
  assert.equal((await expired.app('GET', '/me')).status, 401)
  expired.jar.set('earshot_session', made.cookies.get('renewed')!)
  assert.equal((await expired.app('GET', '/me')).status, 200)
  const cursor = await app.call(org.admin.key, 'GET', made.cursor)
  assert.equal(cursor.body.error.code, 'INVALID_CURSOR')
  assert.ok('problem' in readFormToken(made.form, 'earpub_key', next))
  assert.equal(readUnsubscribeToken(vault, made.unsubscribe), undefined)

  const replay = await call(app, org, `POST /webhooks/${made.rotated.id}/rotate-secret`, { key: 'rotate-webhook' })
  assert.equal(replay.secret, made.rotated.secret)
  assert.equal((await deliver(app, made.generic, 'generic', sampleDelivery('next'))).status, 202)
  const place = { vault, org: org.id, integration: made.pulled }
  const pull = await app.store.first<{ credential: Buffer; token: Buffer }>(sql`
    select credential, token from integration_pull where org_id = ${org.id} and integration_id = ${made.pulled}`)
  assert.deepEqual(openCredential(place, pull!.credential), { access_token: 'tfp_credential' })
  assert.equal((openToken(place, pull!.token) as unknown as { value: string }).value, 'access')

  await call(app, org, 'POST /projects', { body: { title: 'Signed after the rotation' } })
  const dispatcher = startDispatcher({ store: app.store, outbound, vault, log: silent, pollIntervalMs: 25 })
  await receiver.until((all) => all.length > 0)
  await dispatcher.stop()
  const { body, headers } = receiver.received[0]!
  const event = new Webhook(made.rotated.secret).verify(body, headers) as { type: string }
  assert.equal(event.type, 'project.created')
}

test('a database of a version without key checks is checked with one of its secrets', async () => {
  const app = await startTestApp({ secret: old })
  const { store } = app
  const forget = () => store.run(sql`update installation set key_checks = null`)
  try {
    await forget()
    assert.deepEqual(await checkSecretKeys(store, onlyNext), { inUse: 1 }, 'without secrets any key is right')
    await forget()
    const org = await app.org()
    await call(app, org, 'POST /webhooks', { body: { url: 'http://127.0.0.1:1025/hook', events: ['theme.*'] } })
    await assert.rejects(checkSecretKeys(store, onlyNext), /^SecretKeyError: SECRET_KEY decrypts none of the secrets/)
    assert.deepEqual(await checkSecretKeys(store, onlyOld), { inUse: 1 })
    await forget()
    assert.deepEqual(await checkSecretKeys(store, both), { inUse: 2 })
    await assert.rejects(checkSecretKeys(store, onlyNext), SecretKeyError)
  } finally {
    await app.close()
  }
})

test('a start says which key is wrong and what to set', async () => {
  const app = await startTestApp()
  const { store } = app
  const generated = await installationSecret(store)
  try {
    await checkSecretKeys(store, { current: generated, previous: [] })
    await assert.rejects(
      checkSecretKeys(store, onlyNext),
      /^SecretKeyError: SECRET_KEY is set.*SECRET_KEY_PREVIOUS=gen/,
    )
    assert.deepEqual(await checkSecretKeys(store, { current: next, previous: [generated] }), { inUse: 2 })
    await rotateSecrets(store, { current: next, previous: [generated] })
    await assert.rejects(checkSecretKeys(store, { current: generated, previous: [] }), /SECRET_KEY is not set, but/)
    await assert.rejects(checkSecretKeys(store, onlyOld), /SECRET_KEY is not the key that this database was used with/)
    assert.deepEqual(await checkSecretKeys(store, onlyNext), { inUse: 1 })
  } finally {
    await app.close()
  }
})

test('whatever is encrypted and stored is part of the rotation', () => {
  const sealing = globSync('src/**/*.ts').filter((path) => /\bvault\.seal\(/.test(readFileSync(path, 'utf8')))
  const notStored = [
    'src/api/auth/second-factor-cookies.ts',
    'src/api/auth/single-sign-on/routes.ts',
    'src/domain/overview/digest/unsubscribe.ts',
  ]
  const rotated = sealing.filter((path) => readFileSync(path, 'utf8').includes('SealedTable'))
  assert.deepEqual(sealing.filter((path) => !rotated.includes(path)).sort(), notStored)
  assert.equal(rotated.length, sealedTables.length)
})
