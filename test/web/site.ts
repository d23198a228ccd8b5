import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
import type { SemanticSearch } from '#domain/context.ts'
import type { ModelProvider } from '#llm/provider.ts'
import { loadDemo } from '#demo/load.ts'
import { builtPages } from '#serve/web-app.ts'
import { waitFor } from '../wait-for.ts'
import { startTestApp } from '../test-app.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** Why the tests are skipped when there is no browser; CI has one. */
export const noBrowser: string | false = existsSync(executablePath)
  ? false
  : `there is no Chromium at ${executablePath}: THE WEB APP IS NOT TESTED`

type User = { email: string; password: string }
type VisitOptions = { theme?: 'light' | 'dark'; width?: number; user?: User }
/** A browser context; `problems` collects console errors, failed loads and requests to other hosts. */
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
const timeoutMs = 120_000
const axePath = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const pendingRequests = new WeakMap<Page, Set<Request>>()

function trackRequests(page: Page) {
  const pending = new Set<Request>()
  pendingRequests.set(page, pending)
  page.on('request', (request) => void pending.add(request))
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
}

function collectProblems(page: Page, baseUrl: string): string[] {
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    if (dialog.type() !== 'beforeunload') problems.push(`dialog: ${dialog.message()}`)
    void dialog.accept().catch(() => {})
  })
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== baseUrl && !['data:', 'blob:'].includes(protocol)) problems.push(`outside request: ${request.url()}`)
  })
  return problems
}

async function openVisit(browser: Browser, baseUrl: string, { theme = 'light', width = 1280 }: VisitOptions) {
  const context = await browser.newContext({
    viewport: { width, height: 860 },
    colorScheme: theme,
    baseURL: baseUrl,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(timeoutMs)
  await context.addInitScript({ path: axePath })
  const page = await context.newPage()
  trackRequests(page)
  return { page, context, problems: collectProblems(page, baseUrl) }
}

async function signIn(context: BrowserContext, baseUrl: string, { email, password }: User) {
  const reply = await context.request.post('/app/auth/sign-in/email', {
    data: { email, password },
    headers: { 'x-requested-with': 'earshot', origin: baseUrl },
  })
  if (!reply.ok()) throw new Error(`could not sign in: ${await reply.text()}`)
}

type SiteOptions = { empty?: boolean; mail?: boolean; semanticSearch?: SemanticSearch; llm?: ModelProvider }

/** A server with the built web app, the demo organization unless `empty`, and a browser. */
export async function openSite({ empty = false, mail = false, semanticSearch, llm }: SiteOptions = {}) {
  const app = await startTestApp({
    pages: builtPages(),
    mail,
    ...(semanticSearch && { semanticSearch }),
    ...(llm && { llm }),
  })
  const { baseUrl } = app
  const demo = empty
    ? { org_id: '', email: '', password: '', key: '' }
    : await loadDemo(app.store, app.settings, new Date(), 'small')
  const browser: Browser = await chromium.launch({ executablePath, args: flags })
  const visit = (options: VisitOptions = {}): Promise<Visit> => openVisit(browser, baseUrl, options)
  return {
    app,
    demo,
    browser,
    visit,
    async signedIn(options: VisitOptions = {}): Promise<Visit> {
      const opened = await visit(options)
      await signIn(opened.context, baseUrl, options.user ?? demo)
      return opened
    },
    /** A request to the app's API with the session of the context. */
    getJson: async (context: BrowserContext, path: string) =>
      (await (await context.request.get(`/app/v1${path}`)).json()) as { data: { id: string }[] } & Record<
        string,
        unknown
      >,
    async close() {
      await browser.close()
      await app.close()
    },
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>

/** Polls the server until `check` returns a value. */
export const waitUntil = <T>(check: () => Promise<T>, what: string) => waitFor(what, check, timeoutMs)

/** Loads a page and waits until its content is there. */
export async function open(page: Page, path: string) {
  await page.goto(path)
  await waitUntilIdle(page)
}

/** Goes to a page by the router, without a reload. */
export async function navigate(page: Page, path: string) {
  await page.evaluate((to) => history.pushState(null, '', to), path)
  await waitUntilIdle(page)
}

type Router = { state: { status: string; location: { href: string }; resolvedLocation?: { href: string } } }
const idlePollMs = 40
const requiredIdlePolls = 3

/** Waits until no navigation, request or loading state is pending in several polls: one may cause the next. */
export async function waitUntilIdle(page: Page) {
  const deadline = Date.now() + timeoutMs
  for (let idlePolls = 0; idlePolls < requiredIdlePolls;) {
    const pending = pendingRequests.get(page)!
    if (Date.now() > deadline) {
      const urls = [...pending].map((one) => one.url()).join(', ') || 'none'
      throw new Error(`${page.url()} was not idle after ${timeoutMs} ms; pending requests: ${urls}`)
    }
    await new Promise((resolve) => setTimeout(resolve, idlePollMs))
    idlePolls = pending.size === 0 && (await page.evaluate(isIdle)) ? idlePolls + 1 : 0
  }
}

function isIdle(): boolean {
  const { state } = (globalThis as unknown as { __TSR_ROUTER__?: Router }).__TSR_ROUTER__ ?? {}
  if (state && (state.status !== 'idle' || state.location.href !== state.resolvedLocation?.href)) return false
  return document.querySelector('h1') !== null && document.querySelector('[role=status][aria-busy=true]') === null
}

/** Waits until a closed overlay has returned the focus; keys pressed before that would be lost. */
export async function waitForFocus(element: Locator) {
  await element.page().getByRole('dialog').waitFor({ state: 'detached' })
  await element.evaluate(
    (one, timeout) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the focus was not returned')), timeout)
        const check = () =>
          document.activeElement === one ? (clearTimeout(timer), resolve()) : void requestAnimationFrame(check)
        check()
      }),
    timeoutMs,
  )
}

/** Waits until a field has the focus. */
export const waitForFocusIn = (field: Locator) => field.and(field.page().locator(':focus')).waitFor()

/** Waits until an option is the one that Enter would choose. */
export const waitForOption = (page: Page, name: string | RegExp) =>
  page.getByRole('option', { name, selected: true }).waitFor()

/** Changes the colour scheme and waits for the end of its transitions. */
export async function setColorScheme(page: Page, colorScheme: 'light' | 'dark') {
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

const wcagTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
type Axe = {
  run(
    root: Document,
    options: object,
  ): Promise<{
    violations: { id: string; nodes: { target: string[]; any: { message: string }[]; all: { message: string }[] }[] }[]
  }>
}

/** The accessibility violations that axe finds. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: wcagTags }
  const messages = await page.evaluate(async (only) => {
    const axe = (globalThis as unknown as { axe: Axe }).axe
    const { violations: found } = await axe.run(document, {
      resultTypes: ['violations'],
      preload: false,
      runOnly: only,
    })
    return found.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`)
          .join(' | ')}`,
    )
  }, runOnly)
  const { pathname, search } = new URL(page.url())
  return messages.map((one) => `${pathname}${search} ${one}`)
}

export let site: Site
export let visit: Visit

/** No errors in the browser so far. */
export const assertNoProblems = () => assert.deepEqual(visit.problems, [])

type Hooks = SiteOptions & { onOpen?(site: Site): Promise<void>; onClose?(): Promise<void> }

/** Called once per file: one site and one signed-in browser for all of its tests. */
export function openSharedSite({ onOpen, onClose, ...options }: Hooks = {}) {
  before(async () => {
    if (noBrowser) return
    site = await openSite(options)
    await onOpen?.(site)
    visit = await site.signedIn()
  })
  after(async () => {
    await onClose?.()
    await site?.close()
  })
}
