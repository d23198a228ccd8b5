import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
import { loadDemo } from '#demo/load.ts'
import { builtPages } from '#serve/web-app.ts'
import { until } from '../waiting.ts'
import { openWorld } from '../world.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** Where there is no browser the tests say so and are skipped; CI has one and never skips. */
export const noBrowser: string | false = existsSync(executablePath)
  ? false
  : `there is no Chromium at ${executablePath}: THE WEB APP IS NOT TESTED`

type Look = { theme?: 'light' | 'dark'; width?: number; who?: { email: string; password: string } }
export type Visit = { page: Page; context: BrowserContext; problems: string[] }

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const patienceMs = 60_000
const axePath = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const underWay = new WeakMap<Page, Set<Request>>()

/** The real server with the built web app and the demo organization, or with nothing at all, and a browser in front of it. */
export async function openSite({ empty = false, mail = false } = {}) {
  const world = await openWorld({ pages: builtPages(), mail })
  const demo = empty
    ? { org_id: '', email: '', password: '', key: '' }
    : await loadDemo(world.store, world.settings, new Date(), 'small')
  const browser: Browser = await chromium.launch({ executablePath, args: flags })

  /** A browser that writes down whatever goes wrong in it: errors in the console, failed loads, requests to elsewhere. */
  async function visit({ theme = 'light', width = 1280 }: Look = {}): Promise<Visit> {
    const context = await browser.newContext({
      viewport: { width, height: 860 },
      colorScheme: theme,
      baseURL: world.baseUrl,
      permissions: ['clipboard-read', 'clipboard-write'],
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(patienceMs)
    await context.addInitScript({ path: axePath })
    const page = await context.newPage()
    const flying = new Set<Request>()
    underWay.set(page, flying)
    page.on('requestfinished', (request) => void flying.delete(request))
    page.on('requestfailed', (request) => void flying.delete(request))
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') problems.push(`dialog: ${dialog.message()}`)
      void dialog.accept().catch(() => {})
    })
    page.on('request', (request) => {
      flying.add(request)
      const { origin, protocol } = new URL(request.url())
      if (origin !== world.baseUrl && !['data:', 'blob:'].includes(protocol))
        problems.push(`outside request: ${request.url()}`)
    })
    return { page, context, problems }
  }

  async function signIn(context: BrowserContext, who: { email: string; password: string } = demo) {
    const reply = await context.request.post('/app/auth/sign-in/email', {
      data: { email: who.email, password: who.password },
      headers: { 'x-requested-with': 'earshot', origin: world.baseUrl },
    })
    if (!reply.ok()) throw new Error(`could not sign in: ${await reply.text()}`)
  }

  return {
    world,
    demo,
    browser,
    visit,
    signIn,
    async signedIn(look: Look = {}): Promise<Visit> {
      const visited = await visit(look)
      await signIn(visited.context, look.who)
      return visited
    },
    /** As the web app itself would ask. */
    ask: async (context: BrowserContext, path: string) =>
      (await (await context.request.get(`/app/v1${path}`)).json()) as { data: { id: string }[] } & Record<
        string,
        unknown
      >,
    async close() {
      await browser.close()
      await world.close()
    },
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>

/** For what happens a little later on the server: asks again until the answer is the one that is waited for. */
export const eventually = <T>(ask: () => Promise<T>, what: string) => until(what, ask, patienceMs)

/** Goes there and waits until the page has what it shows. */
export async function go(page: Page, path: string) {
  await page.goto(path)
  await settled(page)
}

/** Goes there inside the app, as a link does: no second load of what is there already. */
export async function hop(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await settled(page)
}

type Router = { state: { status: string; location: { href: string }; resolvedLocation?: { href: string } } }
const calmMs = 40
const calmTimes = 3

/** The router has arrived, nothing is on its way from the server, and nothing stands there as loading, seen or not yet; several looks in a row, since one answer may ask for the next. */
export async function settled(page: Page) {
  const until = Date.now() + patienceMs
  for (let calm = 0; calm < calmTimes;) {
    if (Date.now() > until)
      throw new Error(
        `${page.url()} does not come to rest; under way: ${[...underWay.get(page)!].map((one) => one.url()).join(', ') || 'nothing'}`,
      )
    await new Promise((resolve) => setTimeout(resolve, calmMs))
    calm = underWay.get(page)!.size === 0 && (await page.evaluate(isAtRest)) ? calm + 1 : 0
  }
}

function isAtRest(): boolean {
  const { state } = (globalThis as unknown as { __TSR_ROUTER__?: Router }).__TSR_ROUTER__ ?? {}
  if (state && (state.status !== 'idle' || state.location.href !== state.resolvedLocation?.href)) return false
  return document.querySelector('h1') !== null && document.querySelector('[role=status][aria-busy=true]') === null
}

/** Whoever closes an overlay is back at what opened it, but only a moment later; a key pressed before that is meant for neither. */
export async function focused(element: Locator) {
  await element.page().getByRole('dialog').waitFor({ state: 'detached' })
  await element.evaluate(
    (one, patience) =>
      new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('the focus does not come back')), patience)
        const look = () =>
          document.activeElement === one ? (clearTimeout(late), resolve()) : void requestAnimationFrame(look)
        look()
      }),
    patienceMs,
  )
}

/** What is typed from now on lands there. */
export const typesInto = (field: Locator) => field.and(field.page().locator(':focus')).waitFor()

/** Of a list that is narrowed by typing, the one that Enter would take. */
export const chosen = (page: Page, name: string | RegExp) =>
  page.getByRole('option', { name, selected: true }).waitFor()

/** Changes the colours and waits until the page shows all of them, so that nobody looks at half a change. */
export async function wear(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    colorScheme === 'dark',
  )
  await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
        .map((one) => one.finished),
    )
  })
}

const bar = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
type Axe = {
  run(
    root: Document,
    options: object,
  ): Promise<{
    violations: { id: string; nodes: { target: string[]; any: { message: string }[]; all: { message: string }[] }[] }[]
  }>
}

/** What axe finds wrong with the page as it stands. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: bar }
  const found = await page.evaluate(async (only) => {
    const axe = (globalThis as unknown as { axe: Axe }).axe
    const { violations: wrong } = await axe.run(document, {
      resultTypes: ['violations'],
      preload: false,
      runOnly: only,
    })
    return wrong.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`)
          .join(' | ')}`,
    )
  }, runOnly)
  const { pathname, search } = new URL(page.url())
  return found.map((one) => `${pathname}${search} ${one}`)
}

export let site: Site
export let visit: Visit

/** Nothing has gone wrong in the browser so far. */
export const calm = () => assert.deepEqual(visit.problems, [])

type Beside = { opened?(site: Site): Promise<void>; closing?(): Promise<void> }

/** Called once by a file of journeys: one site and one signed-in browser for all of its tests, and what else they need beside it. */
export function openJourneys({ opened, closing }: Beside = {}) {
  before(async () => {
    if (noBrowser) return
    site = await openSite()
    await opened?.(site)
    visit = await site.signedIn()
  })
  after(async () => {
    await closing?.()
    await site?.close()
  })
}
