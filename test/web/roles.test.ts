import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { inventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'
import { hashPassword } from '#domain/identity/password.ts'
import { createUser, insertCredential } from '#domain/identity/queries-users.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import type { MemberRole } from '#vocabulary/roles.ts'
import { Clicked, countEvents, deadControls } from './crawl.ts'
import { fillScreens, isFullRun, pathOf, screens } from './screens.ts'
import { navigate, noBrowser, open, openSharedSite, type Site, site, type Visit } from './site.ts'

/* What viewers and contributors see: everything that members read, and no control that they may not use. */

const skip = noBrowser
openSharedSite({
  async onOpen(opened) {
    await fillScreens(opened)
    viewer = await visitAs(opened, 'viewer')
    contributor = await visitAs(opened, 'contributor')
  },
})

const password = 'correct horse battery'
let viewer: Visit
let contributor: Visit

async function visitAs(opened: Site, role: MemberRole): Promise<Visit> {
  const { app, demo } = opened
  const email = `${role}@roles.example`
  const { id: userId } = await createUser(app.store, { email, name: `Some ${role}` })
  await insertCredential(app.store, userId, await hashPassword(password))
  await insertMembership(app.store, demo.org_id, { userId, role })
  return opened.signedIn({ user: { email, password } })
}

/** Screens with what concerns the viewer alone. */
const ownScreens = ['/settings/profile', '/settings/notifications']
/** Fields beside filters that choose what is shown. */
const readFields = new RegExp(
  '^(Select|First day|Last day|All groups|Ask |Question|Horizontal|Vertical|X axis|Y axis|Key$|Kind$|Result$|With tools)',
)

const fieldsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement>(
        '#main :is(input, textarea, select), [role=dialog] :is(input, textarea)',
      ),
    ]
      .filter(
        (one) => !one.matches(':disabled') && !one.readOnly && one.type !== 'search' && !('filter' in one.dataset),
      )
      .map((one) => one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.outerHTML.slice(0, 120)),
  )

/** What concerns the viewer alone. */
const ownWrites = /^\/(audit\/exports|session\/user|session\/notifications|follows\/|notifications\/?)/
const readOnlyPaths = new Set<string>(
  Object.values(inventory as Routes)
    .filter(({ method, readOnly }) => method !== 'GET' && readOnly)
    .map(({ path }) => path),
)

/** Writes that the page sends. */
function writesOf(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    const path = pathname.replace(/^\/app\/v1/, '')
    if (request.method() === 'GET' || path === pathname || ownWrites.test(path) || readOnlyPaths.has(path)) return
    writes.push(`${request.method()} ${path}`)
  })
  return writes
}

let writes: string[] | undefined
const clicked = new Clicked()
const maxClicks = isFullRun ? 40 : 6

for (const screen of screens)
  test(`a viewer sees ${screen} without a field or a button that writes`, { skip }, async () => {
    const { page, context, problems } = viewer
    if (!writes) await open(page, '/')
    writes ??= writesOf(page)
    const events = countEvents(page)
    const path = await pathOf(site, context, screen)
    await navigate(page, path)
    assert.deepEqual(
      ownScreens.includes(screen) ? [] : (await fieldsIn(page)).filter((name) => !readFields.test(name)),
      [],
      'fields that can be changed',
    )
    assert.equal(await page.locator('[role=dialog] button[type=submit]:enabled').count(), 0, 'a form can be sent')
    await deadControls(page, path, { events, clicked, max: maxClicks })
    assert.deepEqual(writes.splice(0), [], 'writes sent by buttons')
    assert.deepEqual(problems.splice(0), [])
  })

test('a direct request of a viewer is refused', { skip }, async () => {
  const headers = { 'x-requested-with': 'earshot', origin: site.app.baseUrl }
  const reply = await viewer.context.request.post('/app/v1/themes', { data: { name: 'Mine' }, headers })
  assert.equal(reply.status(), 403)
  assert.equal(((await reply.json()) as { error: { code: string } }).error.code, 'ROLE_NOT_ALLOWED')
})

test('the keys of a list do nothing for a viewer', { skip }, async () => {
  const { page, problems } = viewer
  for (const path of ['/inbox', '/projects', '/insights', '/insights/unsorted', '/themes']) {
    await open(page, path)
    for (const key of ['j', '1', '3', 's', 'a', 'l', 'c', 'n', 't', '0', 'h', 'o']) await page.keyboard.press(key)
    assert.equal(await page.getByRole('dialog').locator('button[type=submit]').count(), 0, path)
  }
  assert.deepEqual(writes?.splice(0), [])
  assert.deepEqual(problems.splice(0), [])
})

test('a contributor adds feedback and triages, and finds no controls of themes and plans', { skip }, async () => {
  const { page, problems } = contributor
  await open(page, '/inbox')
  await page.getByRole('toolbar', { name: 'Triage' }).getByRole('button', { name: 'Accept' }).waitFor()
  await page.getByRole('button', { name: 'New feedback' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('The export never finishes on Mondays.')
  const sent = page.waitForResponse(
    (one) => one.url().endsWith('/app/v1/feedback') && one.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Add feedback' }).click()
  assert.equal((await sent).status(), 201)
  for (const [path, name] of [
    ['/themes', 'New theme'],
    ['/projects', 'New project'],
    ['/opportunities', 'New opportunity'],
  ] as const) {
    await open(page, path)
    assert.equal(await page.getByRole('button', { name }).count(), 0, path)
  }
  await open(page, '/insights')
  await page.getByRole('button', { name: 'New insight' }).waitFor()
  assert.deepEqual(problems.splice(0), [])
})
