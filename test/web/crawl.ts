import type { Page } from 'playwright-core'
import { navigate, waitUntilIdle } from './site.ts'

/* Clicks the links and buttons of a page and reports those without a reaction. */

const selector = 'a[href], button, [role=button], summary'
/** Disabled, already chosen, or shown outside of the page: files, new tabs, anchors. */
const skipped = [
  ':disabled',
  '[aria-disabled=true]',
  '[aria-current]',
  '[aria-selected=true]',
  '[aria-pressed=true]',
  'a[download]',
  'a[target=_blank]',
  'a[href^="mailto:"]',
  'a[href^="/docs/"]',
  'a[href^="#"]',
].join(',')
const destructive = /sign out|delete|remove|revoke|erase|leave|rotate|new secret/i

type Control = { index: number; name: string; look: string }

/** The visible controls of the page content; the sidebar is the same on every page. */
const listControls = (page: Page): Promise<Control[]> =>
  page.evaluate(
    ([css, off]) =>
      [...document.querySelector('#main')!.querySelectorAll(css!)].flatMap((element, index) => {
        const { width, height } = element.getBoundingClientRect()
        if (width === 0 || height === 0 || element.matches(off!)) return []
        const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
        const look = [element, element.parentElement!].map((one) => `${one.tagName} ${one.className}`).join(' in ')
        return [{ index, name: name.slice(0, 60), look }]
      }),
    [selector, skipped],
  )

/** Counts requests, downloads and file choosers. */
export function countEvents(page: Page): () => number {
  let count = 0
  for (const event of ['request', 'download', 'filechooser'] as const) page.on(event as 'request', () => void count++)
  return () => count
}

const maxWaitMs = 1000

/** Clicks inside the page, which is much faster than by the mouse; true when anything changes. */
const changesByClick = (page: Page, index: number): Promise<boolean> =>
  page.evaluate(
    async ({ css, at, waitMs }) => {
      const element = document.querySelector('#main')!.querySelectorAll<HTMLElement>(css)[at]!
      const address = location.href
      const scrolled = () => [...document.querySelectorAll('[data-scroll]')].map((one) => one.scrollTop).join()
      const before = scrolled()
      const changed = new Promise<boolean>((resolve) => {
        new MutationObserver(() => resolve(true)).observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        })
        // The browser itself points at a required field, outside of the document.
        addEventListener('invalid', () => resolve(true), { capture: true, once: true })
        setTimeout(() => resolve(location.href !== address || scrolled() !== before), waitMs)
      })
      // Menus open when the pointer is pressed.
      for (const type of ['pointerdown', 'pointerup'])
        element.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, pointerType: 'mouse' }))
      element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, button: 0 }))
      return changed
    },
    { css: selector, at: index, waitMs: maxWaitMs },
  )

/** By the mouse: file choosers and downloads open for real clicks only. */
async function startsEvent(page: Page, index: number, events: () => number): Promise<boolean> {
  const before = events()
  await page
    .locator('#main')
    .locator(selector)
    .nth(index)
    .click({ timeout: 5 * maxWaitMs })
    .catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  return events() > before
}

const reacts = async (page: Page, index: number, events: () => number) =>
  (await changesByClick(page, index)) || startsEvent(page, index, events)

/** Rows and tiles repeat the same controls: one of each name, numbers aside, and this many of each look are enough. */
const shapeOf = (name: string) => name.replace(/[\d.,]+/g, '#')
const maxOfOneLook = 4

/** What was clicked so far on a page and its variants, by name and by look. */
export class Clicked {
  readonly #names = new Set<string>()
  readonly #looks = new Map<string, number>()
  count = 0
  has({ name, look }: Control): boolean {
    return this.#names.has(shapeOf(name)) || (this.#looks.get(look) ?? 0) >= maxOfOneLook
  }
  add({ name, look }: Control) {
    this.count++
    this.#names.add(shapeOf(name))
    this.#looks.set(look, (this.#looks.get(look) ?? 0) + 1)
  }
}

const isAt = (page: Page, path: string) => page.url() === new URL(path, page.url()).href

/** Closes what a click has opened and goes back to the page. */
async function restore(page: Page, path: string) {
  for (let tries = 0; tries < 3 && (await page.locator('[role=dialog],[role=menu]').count()) > 0; tries++)
    await page.keyboard.press('Escape')
  if (isAt(page, path)) return waitUntilIdle(page)
  await navigate(page, path)
}

/** Clicks up to `max` controls of a page that `clicked` does not have, and returns those without a reaction. */
export async function deadControls(
  page: Page,
  path: string,
  { events, clicked, max }: { events: () => number; clicked: Clicked; max: number },
): Promise<string[]> {
  await navigate(page, path)
  const dead: string[] = []
  // Read again after every click, since a click may change what is there.
  for (let clicks = 0; clicks < max; clicks++) {
    const next = (await listControls(page)).find((one) => !destructive.test(one.name) && !clicked.has(one))
    if (!next) break
    clicked.add(next)
    if (!(await reacts(page, next.index, events))) dead.push(`${path}: ${next.name}`)
    await restore(page, path)
  }
  return dead
}
