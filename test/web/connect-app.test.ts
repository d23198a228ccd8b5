import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { insertMembership } from '#domain/access/members/queries.ts'
import { authorize, callMcp, exchangeCode, register } from '../account/oauth-client.ts'
import { listen } from '../outbound/listener.ts'
import type { Org } from '../test-app.ts'
import { noBrowser, open, openSite, type Site, type Visit } from './site.ts'

/* An app sends a person to the consent page: sign-in, the choice, and the way back to the app. */

const skip = noBrowser
let site: Site
let org: Org
let host: Awaited<ReturnType<typeof listen>>
before(async () => {
  if (skip) return
  site = await openSite({ empty: true })
  org = await site.app.org({ name: 'Northwind' })
  host = await listen((_, response) => void response.end('<h1>back in the app</h1>'))
})
after(async () => {
  await site?.close()
  await host?.close()
})

const hostile = '<img src=x onerror=alert(1)>'

/** The path of the consent page, where the authorization endpoint sends the browser. */
async function asked(client_name: string) {
  const redirect_uri = `${host.url}/callback`
  const { client_id } = (await register(site.app, { client_name, redirect_uris: [redirect_uri] })).body
  const page = await authorize(site.app, { client_id, redirect_uri, state: 'state-1' })
  return { clientId: client_id as string, redirect_uri, path: page.pathname + page.search }
}

/** Requests to the app itself are wanted here. */
const problemsOf = ({ problems }: Visit) =>
  problems.filter((problem) => !problem.includes(host.url) && !problem.includes('401'))

const landed = async ({ page }: Visit) => {
  await page.waitForURL(`${host.url}/**`)
  return Object.fromEntries(new URL(page.url()).searchParams)
}

test('a person signs in, sees app, address, organization and rights, and allows', { skip }, async () => {
  const visit = await site.visit()
  const { page } = visit
  const { path, clientId, redirect_uri } = await asked(hostile)
  await open(page, path)
  await page.getByLabel('Email').fill(org.admin.email)
  await page.getByLabel('Password').fill(org.admin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: `Connect ${hostile}?` }).waitFor()
  for (const text of ['127.0.0.1', 'Northwind', org.admin.email]) await page.getByText(text).first().waitFor()
  const write = page.getByLabel('Create, change and delete what you can')
  assert.equal(await write.isChecked(), false)
  await write.check()
  await page.getByRole('button', { name: 'Allow' }).click()
  const { code, state, iss } = await landed(visit)
  assert.deepEqual([state, iss], ['state-1', 'http://localhost:3000'])
  const issued = await exchangeCode(site.app, clientId, code!, { redirect_uri })
  assert.deepEqual([issued.status, issued.body.scope], [200, 'read write'], issued.text)

  await open(page, '/settings/assistants')
  await page.getByText(hostile).waitFor()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Access ended').waitFor()
  assert.equal((await callMcp(site.app, issued.body.access_token)).status, 401)
  assert.deepEqual(problemsOf(visit), [])
})

test('a refusal returns to the app without a code', { skip }, async () => {
  const visit = await site.signedIn({ user: org.admin })
  await open(visit.page, (await asked('Assistant')).path)
  await visit.page.getByRole('button', { name: 'Deny' }).click()
  assert.deepEqual(await landed(visit), { error: 'access_denied', state: 'state-1', iss: 'http://localhost:3000' })
  assert.deepEqual(problemsOf(visit), [])
})

test('who has several organizations chooses one, with its policy', { skip }, async () => {
  const second = await site.app.org({ name: 'Contoso', scopes: ['read'] })
  await site.app.store.transaction((db) =>
    insertMembership(db, second.id, { userId: org.member.userId, role: 'member' }),
  )
  const visit = await site.signedIn({ user: org.member })
  const { path, clientId, redirect_uri } = await asked('Assistant')
  await open(visit.page, path)
  const write = visit.page.getByLabel('Create, change and delete what you can')
  await write.waitFor()
  await visit.page.getByLabel('Organization').selectOption('Contoso')
  await write.waitFor({ state: 'detached' })
  await visit.page.getByRole('button', { name: 'Allow' }).click()
  const issued = await exchangeCode(site.app, clientId, (await landed(visit)).code!, { redirect_uri })
  const { body } = await callMcp(site.app, issued.body.access_token, {
    name: 'call_operation',
    arguments: { name: 'get_me' },
  })
  assert.equal(body.result.structuredContent.org_id, second.id, JSON.stringify(body))
})

test('where the policy refuses, nothing can be allowed; a broken request says what is wrong', { skip }, async () => {
  const off = await site.app.org({ apiEnabled: false })
  const { page } = await site.signedIn({ user: off.admin })
  await open(page, (await asked('Assistant')).path)
  await page.getByText('Your organization does not let you use the API').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Allow' }).isDisabled(), true)
  for (const path of [
    '/connect-app',
    '/connect-app?problem=client',
    '/connect-app?client_id=app_x&redirect_uri=https://x.example.com',
  ])
    await open(page, path).then(() => page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor())
})

test('no other site can show the page in a frame', { skip }, async () => {
  const { headers } = await fetch(site.app.baseUrl + (await asked('Assistant')).path, {
    headers: { accept: 'text/html' },
  })
  assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/)
})
