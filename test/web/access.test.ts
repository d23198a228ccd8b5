import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '#store/sql.ts'
import { go, hop, noBrowser, openSite, settled, type Site, violations, wear } from './site.ts'

/* Everybody can use every screen: no violation of WCAG 2.2 AA, in light and dark, on a desk and on a phone. */

let site: Site
const skip = noBrowser
before(async () => {
  if (skip) return
  site = await openSite()
  await addSubtheme(site.demo.org_id)
})
after(() => site?.close())

/** Analysis would find it; here it only has to be looked at. */
async function addSubtheme(org: string) {
  const id = '019a0000-0000-7000-8000-000000000001'
  await site.world.store.run(
    sql`insert into subtheme (org_id, id, theme_id, name, description, insight_count, negative_count) select ${org}, ${id}, id, 'Starts slowly', 'What customers say about the start.', 3, 3 from theme where org_id = ${org} order by id limit 1`,
  )
  await site.world.store.run(
    sql`insert into subtheme_insight (org_id, subtheme_id, insight_id) select ${org}, ${id}, id from insight where org_id = ${org} and sentiment = 'NEGATIVE' order by id desc limit 3`,
  )
}

const screens = [
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
    test(`no screen has a violation, a console error or sideways scrolling at ${width} px, in light and dark`, async () => {
      const { page, context, problems } = await site.signedIn({ width })
      const wrong: string[] = []
      await go(page, '/')
      for (const screen of screens) {
        const [, kind] = /\{(\w+)\}/.exec(screen) ?? []
        const id = kind ? (await site.ask(context, `/${kind}`)).data[0]!.id : ''
        await wear(page, 'light')
        await hop(page, screen.replace(/\{\w+\}/, id))
        wrong.push(...(await violations(page)))
        if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth))
          wrong.push(`${screen} is wider than the window`)
        await wear(page, 'dark')
        // Only colours differ in the dark.
        wrong.push(...(await violations(page, ['color-contrast'])).map((one) => `dark ${one}`))
      }
      await hop(page, '/')
      for (const keys of ['Control+k', '?']) {
        await page.keyboard.press(keys)
        await page.getByRole('dialog').waitFor()
        wrong.push(...(await violations(page)).map((one) => `${keys} ${one}`))
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      assert.deepEqual(wrong, [])
      assert.deepEqual(problems, [])
      await context.close()
    })
  }
})

test('the pages before sign-in have no violation either', { skip }, async () => {
  const { page, context } = await site.visit({ theme: 'dark', width: 390 })
  for (const path of [
    '/sign-in',
    '/forgot-password',
    `/reset-password/${'x'.repeat(24)}`,
    '/setup',
    `/invite/${'x'.repeat(43)}`,
  ]) {
    await page.goto(path)
    await settled(page)
    assert.deepEqual(await violations(page), [])
  }
  await context.close()
})
