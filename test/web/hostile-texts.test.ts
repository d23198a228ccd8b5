import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Route } from '#contract/core/route.ts'
import { newId } from '#store/ids.ts'
import { routes, type SettingsTab } from '#web/routes/paths.ts'
import { createFixture, type Fixture } from '../fixtures.ts'
import { fieldsOf, publicRoutes, sampleOf } from '../samples.ts'
import type { Org } from '../test-app.ts'
import { navigate, noBrowser, open, openSite, type Site } from './site.ts'

/*
 * Stored scripts: every text that the API accepts has markup that would run, and every screen of the app
 * shows it. A listener collects what the content security policy refused: it should not even have been tried.
 */

const payload = `<img src=x onerror="window.hostile=1"><svg/onload=window.hostile=1>"'\`<script>window.hostile=1</script>`

let site: Site
let org: Org
let fixture: Fixture
const skip = noBrowser
before(async () => {
  if (skip) return
  site = await openSite({ empty: true })
  org = await site.app.org({ name: payload.slice(0, 80) })
  fixture = await createFixture(site.app, org, '<b onclick=hostile()>')
})
after(() => site?.close())

type TextSchema = {
  type?: string
  enum?: unknown
  format?: string
  pattern?: string
  maxLength?: number
  anyOf?: TextSchema[]
}

/** Free text: its pattern excludes control characters only. */
function isText(schema: TextSchema): boolean {
  if (schema.anyOf) return schema.anyOf.some(isText)
  const { type, enum: choices, format, pattern, maxLength = 0 } = schema
  return (
    type === 'string' &&
    !choices &&
    !format &&
    maxLength >= payload.length &&
    /^\^(?:\(\?=|\[\^\\u0000)/.test(pattern ?? '^[^\\u0000')
  )
}

const textFieldsOf = (route: Route) =>
  Object.entries((fieldsOf(route)?.properties ?? {}) as Record<string, TextSchema>).flatMap(([name, schema]) =>
    isText(schema) ? [name] : [],
  )

/** Writes the payload into every text field of every operation; counts those that took it. */
async function writeHostileTexts() {
  let taken = 0
  const fields = publicRoutes
    .filter(([, { method }]) => method === 'POST' || method === 'PATCH')
    .flatMap(([id, route]) => textFieldsOf(route).map((field) => ({ id, route, field })))
  for (const { route, field } of fields) {
    const { path, body } = sampleOf(route, fixture)
    const text = `${payload} ${newId()}`
    const reply = await site.app.call(org.admin.key, route.method, path, {
      body: { ...body, [field]: field === 'query' ? payload : text },
      headers: { 'idempotency-key': newId() },
    })
    assert.ok(reply.status < 500, reply.text)
    if (reply.status < 300) taken++
  }
  return { fields: fields.length, taken }
}

const objects: Record<string, string> = {
  insights: 'insightId',
  themes: 'themeId',
  subthemes: 'subthemeId',
  contacts: 'contactId',
  accounts: 'accountId',
  segments: 'segmentId',
  opportunities: 'opportunityId',
  initiatives: 'initiativeId',
  projects: 'projectId',
  surveys: 'surveyId',
  competitors: 'competitorId',
  'data/uploads': 'uploadId',
  'data/integrations': 'integrationId',
}
const tabs: SettingsTab[] = [
  'profile',
  'organization',
  'members',
  'api',
  'assistants',
  'webhooks',
  'requests',
  'alerts',
  'channels',
  'widgets',
  'privacy',
  'language-model',
  'audit',
  'activity',
  'system',
]

/** The screens of the router, with ids of the fixture. */
const screens = () =>
  Object.values(routes)
    .map(({ pattern }) => pattern as string)
    .filter((path) => !/sign-in|forgot|setup|invite|reset|docs|token/.test(path))
    .flatMap((path) => (path.includes('$tab') ? tabs.map((tab) => path.replace('$tab', tab)) : [path]))
    .flatMap((path) => {
      const id = fixture[objects[path.slice(1, path.indexOf('/$'))] ?? ''] as string | undefined
      if (!path.includes('$')) return [path]
      return id === undefined ? [] : [path.replace(/\$\w+/, id)]
    })

test('markup in any text runs on no screen, and no policy had to stop it', { skip }, async () => {
  const { fields, taken } = await writeHostileTexts()
  const { page, context, problems } = await site.signedIn({ user: org.admin })
  const violations: string[] = []
  await context.exposeFunction('reportViolation', (text: string) => void violations.push(text))
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (globalThis as unknown as { reportViolation(text: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI} ${sample}`,
      ),
    ),
  )
  await open(page, '/')
  const visited = screens()
  for (const path of visited) {
    await navigate(page, path)
    assert.equal(await page.evaluate(() => 'hostile' in globalThis), false, path)
    assert.equal(
      await page.locator('iframe, object, embed, main script, main [onerror], main [onload]').count(),
      0,
      path,
    )
    assert.equal(await page.locator('main b[onclick]').count(), 0, path)
    // The bookmarklet runs on the pages of others.
    const scripts = page.locator('a[href^="javascript:" i]:not([href^="javascript:void window.open("])')
    assert.equal(await scripts.count(), 0, path)
  }
  console.log(`${taken} of ${fields} text fields took the payload; ${visited.length} screens`)
  assert.ok(taken >= 60, `${taken} of ${fields}`)
  assert.ok(visited.length >= 25, visited.join(' '))
  assert.deepEqual(violations, [])
  // Some objects of the fixture are gone by then; their screens say so.
  assert.deepEqual(
    problems.filter((problem) => !/status of 404/.test(problem)),
    [],
  )
  await context.close()
})
