import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { open, navigate, noBrowser, openSite, waitUntilIdle, type Site, violations, setColorScheme } from './site.ts'
import { fillScreens, isFullRun, pathOf, screens } from './screens.ts'

/* Accessibility of every page: WCAG 2.2 AA, in turn at one width; `npm run test:access` has both themes at both widths. */

let site: Site
const skip = noBrowser
before(async () => {
  if (skip) return
  site = await openSite()
  await fillScreens(site)
})
after(() => site?.close())

type Theme = 'light' | 'dark'
const themesAt: [width: number, themes: Theme[]][] = [
  [1280, isFullRun ? ['light', 'dark'] : ['light']],
  [390, isFullRun ? ['light', 'dark'] : ['dark']],
]

describe('at both widths', { concurrency: true, skip }, () => {
  for (const [turn, [width, themes]] of themesAt.entries()) {
    test(`no page has violations, console errors or horizontal scrolling at ${width} px`, async () => {
      const { page, context, problems } = await site.signedIn({ width, theme: themes[0]! })
      const found: string[] = []
      await open(page, '/')
      for (const [n, screen] of screens.entries()) {
        await navigate(page, await pathOf(site, context, screen))
        for (const theme of isFullRun || n % 2 === turn ? themes : []) {
          if (themes.length > 1) await setColorScheme(page, theme)
          found.push(...(await violations(page)).map((one) => `${theme} ${one}`))
        }
        if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth))
          found.push(`${screen} is wider than the window`)
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
