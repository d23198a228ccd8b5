import type { Page } from 'playwright-core'
import { setColorScheme } from './site.ts'

/** With SHOTS=folder: pictures of the page, wide and narrow, light and dark. */
export async function shots(page: Page, name: string) {
  if (!process.env.SHOTS) return
  for (const width of [1440, 390])
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 1100 })
      await setColorScheme(page, scheme)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${width}-${scheme}.png` })
    }
  await page.setViewportSize({ width: 1280, height: 860 })
  await setColorScheme(page, 'light')
}
