import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit, waitUntil } from './site.ts'

/* A page on another origin shows the widget and sends feedback, which is then in the Inbox. */

const skip = noBrowser
let host: Server
let snippet = ''

/** The policy of a strict page: scripts and requests of the server alone, no inline styles. */
const policy = (server: string) => `default-src 'none'; script-src ${server}; connect-src ${server}`

before(async () => {
  host = createServer((_request, reply) => {
    reply.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy(site.app.baseUrl),
    })
    reply.end(`<!doctype html><html lang="de"><title>Shop</title><body><h1>Shop</h1>${snippet}</body></html>`)
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
})
after(() => void host.close())

openSharedSite()

const urlOf = (name: string) => `http://${name}:${(host.address() as AddressInfo).port}`

async function createWidget() {
  const { page } = visit
  await open(page, '/settings/widgets')
  await page.getByRole('button', { name: 'New widget' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Shop')
  await dialog.getByLabel('Websites that show the widget').fill('www.example.com')
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await dialog.locator('[aria-invalid=true]').waitFor()
  await dialog.getByLabel('Websites that show the widget').fill(`${urlOf('127.0.0.1')}/a/page?x=1`)
  await dialog.getByRole('button', { name: 'Create widget' }).click()
  await page.getByRole('heading', { name: 'Shop' }).waitFor()
  await page.getByRole('button', { name: 'Show preview' }).click()
  const preview = page.frameLocator('iframe')
  await preview.getByRole('dialog').getByLabel('Your feedback').waitFor()
  assert.deepEqual(await violations(page), [])
  const { data } = (await site.getJson(visit.context, '/feedback-widgets')) as unknown as {
    data: { snippet: string }[]
  }
  // The server under test has a port of its own.
  return data[0]!.snippet.replace(/src="[^"]+\/widget\.js"/, `src="${site.app.baseUrl}/widget.js"`)
}

test('a page on another origin sends feedback; an origin that is not allowed is refused', { skip }, async () => {
  snippet = await createWidget()
  visit.problems.splice(0, Infinity, ...visit.problems.filter((one) => !one.includes('400')))
  const context = await site.browser.newContext()
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  await page.goto(`${urlOf('127.0.0.1')}/cart?session=1`)
  await page.getByRole('button', { name: 'Feedback' }).click()
  const panel = page.getByRole('dialog', { name: 'Was können wir verbessern?' })
  await panel.getByLabel('Ihr Feedback').fill('Die Kasse lädt auf dem Telefon sehr langsam.')
  await panel.getByLabel('E-Mail').fill('gast@example.com')
  const fontOf = (element: Element) => getComputedStyle(element).fontSize
  assert.equal(await panel.getByLabel('Ihr Feedback').evaluate(fontOf), '16px', 'smaller fields make a phone zoom in')
  await waitUntil(async () => {
    await panel
      .getByRole('button', { name: 'Senden' })
      .click({ timeout: 1000 })
      .catch(() => {})
    return page.getByText('Vielen Dank für Ihr Feedback.').isVisible()
  }, 'thanks, a second after the form was opened')
  assert.deepEqual(await context.cookies(), [])
  assert.deepEqual(
    problems.filter((one) => !one.includes('400')),
    [],
  )

  await open(visit.page, '/inbox')
  await visit.page.getByText('Die Kasse lädt auf dem Telefon sehr langsam.').first().waitFor()
  assertNoProblems()

  await page.goto(`${urlOf('localhost')}/cart`)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.getByText('Das hat nicht geklappt. Bitte versuchen Sie es später noch einmal.').waitFor()
  await context.close()
})
