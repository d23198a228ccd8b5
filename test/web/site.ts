import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { loadDemo } from '#demo/load.ts'
import { builtPages } from '#serve/web-app.ts'
import { openWorld } from '../world.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
/** Where there is no browser the tests say so and are skipped; CI has one and never skips. */
export const noBrowser: string | false = existsSync(executablePath) ? false : `there is no Chromium at ${executablePath}: THE WEB APP IS NOT TESTED`

type Look = { theme?: 'light' | 'dark'; width?: number; demo?: boolean }
export type Visit = { page: Page; context: BrowserContext; problems: string[] }

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const patienceMs = 60_000

/** The real server with the built web app and the demo organization, and a browser in front of it. */
export async function openSite() {
  const world = await openWorld({ pages: builtPages() })
  const demo = await loadDemo(world.store, world.settings, new Date())
  const browser: Browser = await chromium.launch({ executablePath, args: flags })

  /** A browser that writes down whatever goes wrong in it: errors in the console, failed loads, requests to elsewhere. */
  async function visit({ theme = 'light', width = 1280 }: Look = {}): Promise<Visit> {
    const context = await browser.newContext({ viewport: { width, height: 860 }, colorScheme: theme, baseURL: world.baseUrl, permissions: ['clipboard-read', 'clipboard-write'], reducedMotion: 'reduce' })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
    page.on('dialog', (dialog) => {
      if (dialog.type() !== 'beforeunload') problems.push(`dialog: ${dialog.message()}`)
      void dialog.accept().catch(() => {})
    })
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (origin !== world.baseUrl && !['data:', 'blob:'].includes(protocol)) problems.push(`outside request: ${request.url()}`)
    })
    return { page, context, problems }
  }

  async function signIn(context: BrowserContext, who: { email: string; password: string } = demo) {
    const reply = await context.request.post('/app/auth/sign-in/email', { data: { email: who.email, password: who.password }, headers: { 'x-requested-with': 'earshot', origin: world.baseUrl } })
    if (!reply.ok()) throw new Error(`could not sign in: ${await reply.text()}`)
  }

  return {
    world, demo, browser, visit, signIn,
    async signedIn(look: Look = {}): Promise<Visit> {
      const visited = await visit(look)
      await signIn(visited.context)
      return visited
    },
    /** As the web app itself would ask. */
    ask: async (context: BrowserContext, path: string) => (await (await context.request.get(`/app/v1${path}`)).json()) as { data: { id: string }[] } & Record<string, unknown>,
    async close() {
      await browser.close()
      await world.close()
    },
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>

/** Goes there and waits until the page has what it shows. */
export async function go(page: Page, path: string) {
  await page.goto(path)
  await settled(page)
}

export async function settled(page: Page) {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('[role=status] .animate-\\[pulse-soft_1\\.4s_infinite\\]'))
}

const bar = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  const found = await (rules ? axe.withRules(rules) : axe.withTags(bar)).options({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }), ...(!rules && { runOnly: { type: 'tag', values: bar } }) }).analyze()
  const where = new URL(page.url()).pathname
  return found.violations.map(({ id, nodes }) => `${where} ${id}: ${nodes.slice(0, 3).map((node) => `${node.target.join(' ')} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`).join(' | ')}`)
}
