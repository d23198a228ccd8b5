import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '#store/sql.ts'
import { open, navigate, noBrowser, openSite, waitUntilIdle, type Site, violations, setColorScheme } from './site.ts'

/* Accessibility of every page: WCAG 2.2 AA, light and dark, desktop and phone. */

let site: Site
const skip = noBrowser
before(async () => {
  if (skip) return
  site = await openSite()
  await addSubtheme(site.demo.org_id)
})
after(() => site?.close())

/** The analysis has not run: insert a subtheme directly. */
async function addSubtheme(org: string) {
  const id = '019a0000-0000-7000-8000-000000000001'
  await site.app.store.run(
    sql`
      insert into subtheme (org_id, id, theme_id, name, description, insight_count, negative_count)
      select ${org}, ${id}, id, 'Starts slowly', 'What customers say about the start.', 3, 3
      from theme where org_id = ${org} order by id limit 1`,
  )
  await site.app.store.run(
    sql`
      insert into subtheme_insight (org_id, subtheme_id, insight_id)
      select ${org}, ${id}, id from insight
      where org_id = ${org} and sentiment = 'NEGATIVE' order by id desc limit 3`,
  )
}

const paths = [
  '/',
  '/?range=custom&compare=none',
  '/inbox',
  '/ask',
  '/ask?q=What%20do%20people%20say%20about%20the%20export%3F',
  '/ask?q=zebras',
  '/insights',
  '/insights/{insights}',
  '/insights?create=1',
  '/insights?peek={insights}',
  '/insights?overview=1',
  '/themes',
  '/themes?view=bubble',
  '/themes?view=table',
  '/themes?view=subthemes',
  '/themes?view=proposals',
  '/subthemes/{subthemes}',
  '/themes/{themes}',
  '/contacts',
  '/contacts/{contacts}',
  '/segments',
  '/segments?create=1',
  '/segments/{segments}',
  '/nps',
  '/surveys',
  '/surveys/{surveys}',
  '/surveys/{surveys}?tab=responses',
  '/surveys/{surveys}?tab=questions',
  '/surveys/{surveys}?tab=questions&device=phone&look=dark&page=thanks',
  '/surveys/{surveys}?tab=share',
  '/competitors',
  '/competitors?tab=checkins',
  '/competitors?tab=teasers',
  '/competitors/{competitors}',
  '/opportunities',
  '/opportunities?view=scatter',
  '/opportunities?peek={opportunities}',
  '/opportunities/{opportunities}',
  '/initiatives',
  '/initiatives?view=board',
  '/initiatives/{initiatives}',
  '/projects',
  '/projects?view=board',
  '/projects?view=timeline',
  '/projects/{projects}',
  '/data/uploads',
  '/data/integrations',
  '/data/integrations/{integrations}',
  '/data/jobs',
  '/settings/profile',
  '/settings/organization',
  '/settings/members',
  '/settings/api',
  '/settings/webhooks',
  '/settings/requests',
  '/settings/alerts',
  '/settings/activity',
  '/settings/system',
  '/docs/errors',
  '/nowhere',
]

describe('at both widths', { concurrency: true, skip }, () => {
  for (const width of [1280, 390]) {
    test(`no page has violations, console errors or horizontal scrolling at ${width} px`, async () => {
      const { page, context, problems } = await site.signedIn({ width })
      const found: string[] = []
      await open(page, '/')
      for (const path of paths) {
        const [, kind] = /\{(\w+)\}/.exec(path) ?? []
        const id = kind ? (await site.getJson(context, `/${kind}`)).data[0]!.id : ''
        await setColorScheme(page, 'light')
        await navigate(page, path.replace(/\{\w+\}/, id))
        found.push(...(await violations(page)))
        if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth))
          found.push(`${path} is wider than the window`)
        await setColorScheme(page, 'dark')
        // Only the colours differ.
        found.push(...(await violations(page, ['color-contrast'])).map((one) => `dark ${one}`))
      }
      await navigate(page, '/')
      for (const keys of ['Control+k', '?']) {
        await page.keyboard.press(keys)
        await page.getByRole('dialog').waitFor()
        found.push(...(await violations(page)).map((one) => `${keys} ${one}`))
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      assert.deepEqual(found, [])
      assert.deepEqual(problems, [])
      await context.close()
    })
  }
})

test('the pages before sign-in have no violations', { skip }, async () => {
  const { page, context } = await site.visit({ theme: 'dark', width: 390 })
  for (const path of [
    '/sign-in',
    '/forgot-password',
    `/reset-password/${'x'.repeat(24)}`,
    '/setup',
    `/invite/${'x'.repeat(43)}`,
  ]) {
    await page.goto(path)
    await waitUntilIdle(page)
    assert.deepEqual(await violations(page), [])
  }
  await context.close()
})
