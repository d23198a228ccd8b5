import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#store/sql.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit, waitUntil, waitUntilIdle } from './site.ts'

/* From evidence to a Project; figures and switches that say what they mean; a server that is gone. */

const skip = noBrowser
openSharedSite()

type Detail = { id: string; title: string; insight_count: number; projects: { title: string }[] }
type Project = { evidence_count: number; opportunity_ids: string[]; initiative: { id: string } | null }
const read = <T>(path: string) => site.getJson(visit.context, path) as unknown as Promise<T>
const projectOnScreen = () => read<Project>(new URL(visit.page.url()).pathname)

test('a Project made from an opportunity takes its evidence along, and undo takes it back', { skip }, async () => {
  const { page } = visit
  const { data } = await read<{ data: Detail[] }>('/opportunities?limit=1&sort=-insight_count')
  const [opportunity] = data as [Detail]
  assert.ok(opportunity.insight_count > 1)
  await open(page, `/opportunities/${opportunity.id}`)
  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Title').inputValue(), opportunity.title)
  assert.ok(await dialog.getByLabel(`Add its ${opportunity.insight_count} insights as evidence`).isChecked())
  await dialog.getByLabel('Title').fill('A Project from evidence')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { level: 1, name: 'A Project from evidence' }).waitFor()
  const made = await projectOnScreen()
  assert.deepEqual([made.evidence_count, made.opportunity_ids], [opportunity.insight_count, [opportunity.id]])
  const after = await read<Detail>(`/opportunities/${opportunity.id}`)
  assert.ok(after.projects.some(({ title }) => title === 'A Project from evidence'))
  await page.getByRole('button', { name: 'Undo' }).click()
  await waitUntil(async () => (await projectOnScreen()).evidence_count === 0, 'no evidence after undo')
  await waitUntilIdle(page)
  assertNoProblems()
})

test('a Project added to an initiative takes its evidence along, unless that is unchecked', { skip }, async () => {
  const { page } = visit
  const { data } = await read<{ data: { id: string; leveraged_insights_count: number }[] }>('/initiatives?limit=100')
  const { id, leveraged_insights_count: count } = data.find((one) => one.leveraged_insights_count > 1)!
  const add = async (title: string) => {
    await page.getByRole('textbox', { name: 'New project' }).fill(title)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await open(page, `/initiatives/${id}`)
  await add('With evidence')
  await waitUntil(async () => (await projectOnScreen()).evidence_count === count, `${count} pieces of evidence`)
  await open(page, `/initiatives/${id}`)
  await page.getByLabel(`Add its ${count} insights as evidence`).uncheck()
  await add('Without evidence')
  assert.equal((await projectOnScreen()).evidence_count, 0)
  // Many at once, by a filter.
  await page.getByRole('button', { name: 'Add evidence' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sentiment').selectOption('NEGATIVE')
  const matching = (await read<{ count: number }>('/insights/count?sentiment=NEGATIVE')).count
  assert.ok(matching > 20, String(matching))
  await dialog.getByRole('button', { name: `Select all ${matching}` }).click()
  await dialog.getByRole('button', { name: `Add ${matching} insights` }).click()
  await waitUntil(async () => (await projectOnScreen()).evidence_count === matching, `${matching} pieces of evidence`)
  await waitUntilIdle(page)
  assertNoProblems()
})

test('bars of scores are as high as their counts, and the NPS figures say what they count', { skip }, async () => {
  const { page } = visit
  await open(page, '/')
  const kpi = page.getByRole('link', { name: /^NPS · 30 days/ })
  await kpi.click()
  await page.getByText('All responses of 30 days').waitFor()
  const { nps } = await read<{ nps: { responses: number } }>('/dashboard?period=30d')
  await page.getByText(new RegExp(`^${nps.responses} responses?`)).waitFor()
  const bars = await page.getByRole('button', { name: /responses with score/ }).evaluateAll((buttons) =>
    buttons.map((button) => ({
      count: Number.parseInt(button.textContent!, 10) || 0,
      height: button.querySelector('[data-bar]')!.getBoundingClientRect().height,
    })),
  )
  const top = bars.reduce((best, bar) => (bar.count > best.count ? bar : best))
  assert.ok(top.count > 0)
  for (const bar of bars.filter(({ count }) => count > top.count / 10))
    assert.ok(Math.abs(bar.height / top.height - bar.count / top.count) < 0.05, JSON.stringify({ bar, top }))
  assertNoProblems()
})

test('the switch of the public API says that it is not saved', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/api')
  await page.getByRole('switch', { name: 'The Public API is on' }).click()
  await page.getByRole('switch', { name: 'Turns off when you save' }).waitFor()
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('switch', { name: 'The Public API is on' }).waitFor()
  assertNoProblems()
})

test('Ask is in the navigation, has examples, and shows how a question was read', { skip }, async () => {
  const { page } = visit
  await open(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ask' }).click()
  await page.getByRole('button', { name: 'Top complaints this month' }).click()
  await page
    .getByRole('group', { name: 'Understood as' })
    .getByText(/month|since/i)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'What do promoters like?' }).waitFor()
  assertNoProblems()
})

test('the first J moves to the second item, and a wrong id leads on', { skip }, async () => {
  const { page } = visit
  await open(page, '/inbox')
  await page.keyboard.press('j')
  await page.locator('[data-row][aria-current]').nth(0).waitFor()
  const index = await page.locator('[data-row]').evaluateAll((rows) => rows.findIndex((row) => row.ariaCurrent))
  assert.equal(index, 1)
  await open(page, '/competitors')
  await page.getByRole('button', { name: 'Add competitors' }).first().click()
  assert.equal(await page.getByText(/Up to 0 reviews/).count(), 0)
  await page.keyboard.press('Escape')
  assertNoProblems()
  await open(page, '/opportunities/019b0000-0000-7000-8000-000000000000')
  await page.getByText('This opportunity was not found').waitFor()
  await page.locator('#main').getByRole('link', { name: 'Opportunities' }).last().click()
  await page.waitForURL(/\/opportunities$/)
  visit.problems.length = 0 // The browser logs the 404.
})

test('an admin creates a link with which a member sets a password', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/members')
  await page.getByRole('button', { name: 'Actions for Maria Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Reset password' }).click()
  const url = await page
    .getByRole('dialog')
    .locator('input, pre, code')
    .first()
    .evaluate((element) => ('value' in element ? String(element.value) : element.textContent!))
  const other = await site.visit()
  await other.page.goto(new URL(url).pathname)
  await other.page.getByLabel('New password').first().fill('a brand new password')
  await other.page.keyboard.press('Enter')
  await waitUntil(async () => {
    const reply = await other.context.request.post('/app/auth/sign-in/email', {
      data: { email: 'maria@example.com', password: 'a brand new password' },
      headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
    })
    return reply.ok()
  }, 'Maria signs in with the new password')
  await other.context.close()
  assertNoProblems()
})

test('a failed webhook is reported once', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('URL').fill('ftp://example.com/hook')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('dialog').locator('[aria-invalid=true]').waitFor()
  assert.equal(await page.getByRole('alert').count(), 0, 'beside the field, not in a notification as well')
  await page.keyboard.press('Escape')
  visit.problems.length = 0 // The browser logs the 400.
})

test('a text that a language model wrote says so', { skip }, async () => {
  const { page } = visit
  const [insight, other] = (await site.getJson(visit.context, '/insights?limit=2')).data
  const [theme] = (await site.getJson(visit.context, '/themes?limit=1')).data
  for (const [kind, id] of [
    ['insight', insight!.id],
    ['theme', theme!.id],
  ])
    await site.app.store.run(sql`
      insert into language_model_text (org_id, kind, resource_id, model)
      values (${site.demo.org_id}, ${kind}, ${id}, 'qwen3:8b')`)
  const mark = page.getByText('Written by the language model qwen3:8b')
  for (const path of [`/insights/${insight!.id}`, `/themes/${theme!.id}`]) {
    await open(page, path)
    await mark.waitFor()
  }
  await open(page, `/insights/${other!.id}`)
  assert.equal(await mark.count(), 0)
  assertNoProblems()
})

test('when the server is gone, lists stay, navigation stays in the app, and it reconnects', { skip }, async () => {
  const { page } = visit
  await open(page, '/insights')
  // The banner takes the place of a row or two.
  const firstRows = async () => (await page.locator('[data-row]').allInnerTexts()).slice(0, 12)
  const rows = await firstRows()
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByLabel('Sentiment').first().selectOption('POSITIVE')
  await page.getByText('The server cannot be reached. Reconnecting…').waitFor()
  await page.goBack()
  assert.deepEqual(await firstRows(), rows)
  // The code of this page is not loaded yet.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data' }).click()
  await page.waitForFunction(() => document.querySelector('nav[aria-label=Main]') !== null)
  await page.unroute('**/*')
  await page.getByRole('heading', { level: 1, name: /uploads|Data/ }).waitFor()
  await page.getByText('The server cannot be reached. Reconnecting…').waitFor({ state: 'detached' })
  assert.ok(new URL(page.url()).pathname.startsWith('/data'))
  visit.problems.length = 0 // The browser logs the refused connections.
})
