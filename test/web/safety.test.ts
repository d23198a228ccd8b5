import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { open, navigate, noBrowser, openSite, type Site } from './site.ts'

let site: Site
const skip = noBrowser
before(async () => {
  if (!skip) site = await openSite()
})
after(() => site?.close())

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '"><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '[click](javascript:alert(1))',
  '![x](https://trap.invalid/x.png)',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '{{constructor.constructor("alert(1)")()}}',
  '<style>@import "https://trap.invalid/x.css"</style>',
  '<details open ontoggle=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

type Created = { id: string; project: { id: string } }
type Post = (path: string, data: object) => Promise<Created>

/** Creates objects whose texts are the payloads; returns the pages that show them. */
async function createHostileObjects(post: Post): Promise<string[]> {
  const all = payloads.join('\n')
  const contact = await post('/contacts', { email: 'x@example.com', name: payloads[0] })
  const feedback = await post('/feedback', {
    content: all,
    title: payloads[1],
    contact_id: contact.id,
    metadata: { note: payloads[2]! },
    url: 'https://example.com/"onmouseover=alert(1)',
  })
  const theme = await post('/themes', { name: payloads[3], notes: all })
  const insight = await post('/insights', {
    name: payloads[1],
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    description: all,
    theme_ids: [theme.id],
    feedback_id: feedback.id,
    quote: payloads[8],
  })
  const projectId = await createHostileProject(post, insight.id)
  const opportunity = await post('/opportunities', {
    title: payloads[0],
    category: 'PAIN_POINTS',
    problem_statement: all,
    insight_ids: [insight.id],
  })
  return [
    `/inbox?state=all&id=${feedback.id}`,
    `/insights/${insight.id}`,
    `/themes/${theme.id}`,
    `/opportunities/${opportunity.id}`,
    `/contacts/${contact.id}`,
    `/projects/${projectId}`,
  ]
}

async function createHostileProject(post: Post, insightId: string): Promise<string> {
  const all = payloads.join('\n')
  const { project } = await post('/build/projects', { action: 'create', title: payloads[2], description: all })
  await post('/build/projects', {
    action: 'upsert_section',
    project_id: project.id,
    section_key: 'overview',
    content: all,
  })
  await post('/build/projects', { action: 'assign_insights', project_id: project.id, insight_ids: [insightId] })
  return project.id
}

test('user-written text is never rendered as HTML', { skip }, async () => {
  const { page, context, problems } = await site.signedIn()
  const post: Post = async (path, data) => {
    const reply = await context.request.post(`/app/v1${path}`, {
      data,
      headers: {
        'x-requested-with': 'earshot',
        origin: site.app.baseUrl,
        'idempotency-key': Math.random().toString(36),
      },
    })
    assert.ok(reply.ok(), await reply.text())
    return (await reply.json()) as Created
  }
  const objectPages = await createHostileObjects(post)
  const listPages = ['/inbox', '/', '/insights', '/themes', '/projects?view=board', '/opportunities', '/contacts']
  await open(page, '/')
  for (const path of [...listPages, ...objectPages]) {
    await navigate(page, path)
    assert.equal(await page.locator('iframe, object, embed, main script, main style').count(), 0, path)
    assert.equal(await page.locator('a[href^="javascript:"]').count(), 0, path)
  }
  await open(page, objectPages.at(-1)!)
  const text = await page.locator('main').innerText()
  assert.ok(text.includes('javascript') || text.includes('click'))
  assert.deepEqual(problems, [])
  await context.close()
})

test('the content security policy blocks injected scripts', { skip }, async () => {
  const { page, context } = await site.signedIn()
  const reply = await page.goto('/')
  const policy = reply!.headers()['content-security-policy']!
  assert.ok(
    !policy.includes('unsafe') &&
      policy.includes("script-src 'self';") &&
      policy.includes("require-trusted-types-for 'script'") &&
      policy.includes("frame-ancestors 'none'") &&
      policy.includes("base-uri 'none'") &&
      policy.includes("object-src 'none'"),
    policy,
  )
  await page.locator('h1').waitFor()
  await page
    .evaluate(() =>
      document.body.append(Object.assign(document.createElement('script'), { text: 'window.injected = true' })),
    )
    .catch(() => {})
  assert.equal(await page.evaluate(() => (globalThis as { injected?: boolean }).injected), undefined)
  assert.equal(await page.evaluate(() => document.cookie), '', 'no script can read the session')
  // Trusted Types: the app has no policy, so that no text becomes markup or code.
  const refused = await page.evaluate(() => {
    const sinks: Record<string, () => unknown> = {
      innerHTML: () => (document.body.innerHTML = '<b>x</b>'),
      insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<b>x</b>'),
      write: () => document.write('<b>x</b>'),
      'script.src': () => (document.createElement('script').src = '/x.js'),
      'iframe.srcdoc': () => (document.createElement('iframe').srcdoc = '<b>x</b>'),
      DOMParser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
      timer: () => setTimeout('1' as unknown as () => void),
    }
    return Object.fromEntries(
      Object.entries(sinks).map(([name, use]) => {
        try {
          use()
          return [name, 'accepted']
        } catch (error) {
          return [name, (error as Error).name]
        }
      }),
    )
  })
  assert.deepEqual(new Set(Object.values(refused)), new Set(['TypeError']), JSON.stringify(refused))
  await context.close()
})

test('a new key is shown in its dialog only, and it works', { skip }, async () => {
  const { page, context, problems } = await site.signedIn()
  await open(page, '/settings/api')
  await page.getByRole('button', { name: 'New key' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Test key')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('dialog').locator('pre').first().innerText()
  assert.match(key, /^ear_eu_\w{49}$/)
  assert.equal((await site.app.call(key, 'GET', '/me')).status, 200)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor()
  await page.getByLabel('I have saved it').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.ok(!(await page.content()).includes(key))
  assert.ok((await page.content()).includes(key.slice(-4)))
  assert.deepEqual(problems, [])
  await context.close()
})

test('the API reference works without requests to other hosts', { skip }, async () => {
  const { page, context, problems } = await site.visit()
  await page.goto('/docs/api')
  await page.getByRole('heading', { name: 'Earshot API' }).waitFor()
  await page.getByText('This document').first().waitFor()
  await page.getByLabel('Find an operation').fill('create an insight')
  await page.getByRole('navigation').getByRole('link', { name: 'Create an insight by hand' }).click()
  await page.getByRole('heading', { name: 'Create an insight by hand' }).waitFor()
  await page.getByLabel('API key').fill(site.demo.key)
  await page.getByLabel('dry_run').fill('true')
  const body = { name: 'Sent by the reference', sentiment: 'NEGATIVE', category: 'PAIN_POINTS' }
  await page.getByLabel('Body', { exact: true }).fill(JSON.stringify(body))
  await page.getByText('curl -X POST').filter({ hasText: 'Bearer <key>' }).waitFor()
  await page.getByRole('button', { name: 'Send POST' }).click()
  await page.getByText('"name": "Sent by the reference"').waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})
