import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { go, noBrowser, openSite, type Site, violations } from './site.ts'

/* Everybody can use every screen: no violation of WCAG 2.2 AA, in light and dark, on a desk and on a phone. */

let site: Site
const skip = noBrowser
before(async () => {
  if (!skip) site = await openSite()
})
after(() => site?.close())

const screens = [
  '/', '/inbox', '/insights', '/insights/{insights}', '/insights?create=1', '/insights?peek={insights}', '/themes', '/themes?view=table', '/themes/{themes}', '/contacts', '/contacts/{contacts}', '/nps',
  '/opportunities', '/opportunities/{opportunities}', '/initiatives', '/initiatives?view=board', '/initiatives/{initiatives}', '/projects', '/projects?view=board', '/projects/{projects}',
  '/data/jobs', '/settings/profile', '/settings/organization', '/settings/members', '/settings/api', '/settings/system', '/docs/errors', '/nowhere',
]
const looks = [{ theme: "light", width: 1280 }, { theme: "dark", width: 390 }] as const

for (const look of looks) {
  test(`no screen has a violation or a console error, ${look.theme} at ${look.width} px`, { skip }, async () => {
    const { page, context, problems } = await site.signedIn(look)
    const wrong: string[] = []
    for (const screen of screens) {
      const [, kind] = /\{(\w+)\}/.exec(screen) ?? []
      const id = kind ? (await site.ask(context, `/${kind}?limit=1`)).data[0]!.id : ''
      await go(page, screen.replace(/\{\w+\}/, id))
      wrong.push(...(await violations(page)))
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      if (overflow) wrong.push(`${screen} is wider than the window`)
    }
    assert.deepEqual(wrong, [])
    assert.deepEqual(problems, [])
    await context.close()
  })
}

test('the pages before sign-in have no violation either', { skip }, async () => {
  const { page, context, problems } = await site.visit({ theme: 'dark', width: 390 })
  for (const path of ['/sign-in', '/setup', `/invite/${'x'.repeat(43)}`]) {
    await go(page, path)
    assert.deepEqual(await violations(page), [])
  }
  assert.deepEqual(problems.filter((problem) => !problem.includes('404')), [])
  await context.close()
})
