import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'

/*
 * Renews docs/screenshots from a running server:
 * npm run screenshots -- --url http://localhost:3000 --email ana@example.com --password … [--own]
 * The pictures of the demo by default, with --own those of an organization with own data.
 */

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    email: { type: 'string' },
    password: { type: 'string' },
    own: { type: 'boolean', default: false },
  },
})
const folder = join(import.meta.dirname, '../docs/screenshots')
const phoneWidth = 390
/** Lists appear after the last response. */
const settleMs = 3000

type Shot = { name: string; path: string; dark?: true; width?: number }
const demoShots: Shot[] = [
  { name: 'dashboard', path: '/' },
  { name: 'inbox', path: '/inbox' },
  { name: 'insights-dark', path: '/insights?overview=1', dark: true },
  { name: 'subtheme', path: '/subthemes/{subthemes}' },
  { name: 'nps-dark', path: '/nps', dark: true },
  { name: 'opportunities', path: '/opportunities?view=scatter' },
  { name: 'competitors-dark', path: '/competitors', dark: true },
  { name: 'story', path: '/projects/{projects}' },
]
const ownShots: Shot[] = [
  { name: 'own-data-import', path: '/data/uploads/{csv-uploads}?step=map' },
  { name: 'own-data-themes', path: '/themes' },
  { name: 'own-data-phone', path: '/inbox', width: phoneWidth },
]

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
for (const shot of values.own ? ownShots : demoShots) await take(shot)
await browser.close()

async function take({ name, path, dark, width = 1280 }: Shot) {
  const context = await browser.newContext({
    baseURL: values.url,
    viewport: { width, height: width === phoneWidth ? 844 : 860 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  const signedIn = await context.request.post('/app/auth/sign-in/email', {
    data: { email: values.email, password: values.password },
    headers: { 'x-requested-with': 'earshot', origin: values.url },
  })
  if (!signedIn.ok()) throw new Error(`could not sign in: ${await signedIn.text()}`)
  const page = await context.newPage()
  await page.goto(await withId(page, path))
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('[role=status][aria-busy=true]'))
  await page.waitForTimeout(settleMs)
  if (name === 'story') await page.getByRole('article', { name: 'Evidence story' }).scrollIntoViewIfNeeded()
  await page.screenshot({ path: join(folder, `${name}.png`) })
  await context.close()
}

/** `{themes}` is the id of the first theme. */
async function withId(page: Page, path: string): Promise<string> {
  const kind = /\{([\w-]+)\}/.exec(path)?.[1]
  if (!kind) return path
  const reply = await page.request.get(`/app/v1/${kind}?limit=1`)
  const { data } = (await reply.json()) as { data: { id: string }[] }
  return path.replace(`{${kind}}`, data[0]!.id)
}
