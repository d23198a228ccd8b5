import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertNoProblems,
  waitForOption,
  waitForFocus,
  open,
  noBrowser,
  openSharedSite,
  waitUntilIdle,
  site,
  waitForFocusIn,
  visit,
} from './site.ts'

/* Opportunities, initiatives, projects and competitors. */

const skip = noBrowser
openSharedSite()

test(
  'the parts of an impact score add up, and an opportunity becomes an initiative with its evidence',
  { skip },
  async () => {
    const { page } = visit
    await open(page, '/opportunities')
    const score = page.getByRole('button', { name: /^Impact .*: show breakdown$/ }).first()
    const shown = Number(/Impact ([\d.]+):/.exec((await score.getAttribute('aria-label'))!)![1])
    await score.click()
    const parts = await page
      .getByRole('dialog', { name: 'Impact score breakdown' })
      .getByText(/^\+[\d.]+$/)
      .allInnerTexts()
    assert.equal(parts.length, 6)
    assert.ok(
      Math.abs(parts.reduce((sum, part) => sum + Number(part), 0) - shown) <= 0.35,
      `${parts.join(' ')} = ${shown}`,
    )
    await page.keyboard.press('Escape')
    await waitForFocus(score)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/opportunities\/\w/)
    await page.getByRole('button', { name: 'New initiative' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Started from an opportunity')
    await page.getByRole('button', { name: 'Create initiative' }).click()
    await page.getByRole('heading', { level: 1, name: 'Started from an opportunity' }).waitFor()
    await waitUntilIdle(page)
    assert.ok((await page.getByText(/^\d+ insights$/).count()) > 0, 'the evidence is linked')
    assertNoProblems()
  },
)

test('a project is created, edited and moved on the board; the move is undone', { skip }, async () => {
  const { page } = visit
  await open(page, '/projects')
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Title').fill('A project by keys')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'A project by keys' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await waitForFocusIn(page.getByRole('textbox', { name: 'Overview' }))
  await page.keyboard.type('Some **bold** words')
  await page.keyboard.press('Control+s')
  await page.locator('.prose strong', { hasText: 'bold' }).waitFor()
  await page.keyboard.press('l')
  await page.getByPlaceholder('Find insights').fill('conflict')
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /conflict/i })
    .first()
    .check()
  await page.getByRole('button', { name: 'Add 1 insight' }).click()
  await page.getByRole('heading', { name: 'Linked evidence' }).waitFor()
  await page.getByText('1 insight', { exact: true }).waitFor()
  await open(page, '/projects?view=board')
  const column = (name: string) => page.getByRole('region', { name, exact: true }).getByText('A project by keys')
  await page.getByLabel('Status of A project by keys').selectOption('completed')
  await column('Completed').waitFor()
  await waitUntilIdle(page)
  await page.keyboard.press('z')
  await column('Not started').waitFor()
  assertNoProblems()
})

test('the timeline shows projects by their dates; those without dates are listed apart', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/projects?view=timeline')
  const line = page.getByRole('region', { name: 'Timeline' })
  assert.match(await line.locator('ol > li', { hasText: 'Conflict-free merging of notes' }).innerText(), /In progress/)
  const undated = line
    .locator('section', { has: page.getByRole('heading', { name: 'No dates' }) })
    .getByRole('link', { name: /A project by keys/ })
  await undated.waitFor()
  const { data } = await site.getJson(context, '/projects?q=A project by keys')
  const dated = await context.request.patch(`/app/v1/projects/${data[0]!.id}`, {
    data: { start_date: '2026-01-05', target_date: '2026-02-05' },
    headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
  })
  assert.equal(dated.status(), 200)
  await open(page, '/projects?view=timeline')
  await undated.waitFor({ state: 'detached' })
  await line
    .locator('ol > li', { hasText: 'A project by keys' })
    .getByText(/days? late/)
    .waitFor()
  assertNoProblems()
})

test('a rejected change is rolled back with the error message and the request id', { skip }, async () => {
  const { page } = visit
  await open(page, '/projects?view=board')
  await page.route('**/app/v1/build/projects', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      headers: { 'x-request-id': 'req-refused-1' },
      body: JSON.stringify({ error: { code: 'INVALID_STATE', message: 'It is archived.' } }),
    }),
  )
  await page.getByLabel('Status of A project by keys').selectOption('in_progress')
  await page.getByRole('alert').getByText('It is archived.').waitFor()
  await page.getByRole('alert').getByText('req-refused-1').waitFor()
  await page.getByRole('region', { name: 'Not started', exact: true }).getByText('A project by keys').waitFor()
  await page.unroute('**/app/v1/build/projects')
  // The browser logs the 409 response.
  assert.ok(
    visit.problems.every((one) => one.includes('409')),
    visit.problems.join(),
  )
  visit.problems.length = 0
})

test('the URL of an issue tracker is detected and stored as a link', { skip }, async () => {
  const { page, context } = visit
  const { data } = await site.getJson(context, '/projects?limit=1')
  await open(page, `/projects/${data[0]!.id}`)
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('dialog').getByLabel('URL').fill('https://acme.atlassian.net/browse/NOTE-42')
  await page.getByText('Detected: jira NOTE-42').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /NOTE-42/ }).waitFor()
  assertNoProblems()
})

test('an initiative has a goal, segments, an opportunity and a project', { skip }, async () => {
  const { page } = visit
  await open(page, '/initiatives')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/initiatives\/\w/)
  await waitUntilIdle(page)
  const goal = page.getByRole('textbox', { name: 'Goal' })
  await goal.fill('Nobody asks twice')
  await goal.press('Enter')
  await page.getByRole('button', { name: 'Choose segments' }).click()
  await page.getByRole('option', { name: /Enterprise/ }).click()
  await page.keyboard.press('Escape')
  await waitForFocus(page.getByRole('button', { name: 'Choose segments' }))
  await page.getByRole('main').getByRole('link', { name: 'Enterprise' }).waitFor()
  await page.getByLabel('New project').fill('Its first project')
  await page.getByLabel('New project').press('Enter')
  await page.getByRole('link', { name: 'Its first project' }).waitFor()
  await page.reload()
  await waitUntilIdle(page)
  assert.equal(await page.getByRole('textbox', { name: 'Goal' }).inputValue(), 'Nobody asks twice')
  assertNoProblems()
})

test('status and owner of a row are changed by keyboard and command menu; archiving is undone', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/initiatives')
  await page.keyboard.press('j')
  const row = page.locator('[data-row][aria-current=true]')
  const name = await row.locator('a').innerText()
  await page.keyboard.press('s')
  await waitForFocusIn(page.getByRole('dialog', { name: `Status of ${name}` }).getByPlaceholder('Type to search'))
  await page.keyboard.type('ready')
  await waitForOption(page, 'Ready to act')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await row.getByText('Ready to act').waitFor()
  await waitUntilIdle(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: `Owner of ${name}` }).click()
  await waitForFocusIn(page.getByRole('dialog', { name: `Owner of ${name}` }).getByPlaceholder('Type to search'))
  await page.keyboard.type('Demo Admin')
  await waitForOption(page, 'Demo Admin')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await waitUntilIdle(page)
  const listed = (await site.getJson(context, '/initiatives?limit=100')).data.find(
    (one) => (one as unknown as { title: string }).title === name,
  )!
  const changed = (await site.getJson(context, `/initiatives/${listed.id}`)) as unknown as {
    status: string
    owner_id: string | null
  }
  assert.deepEqual([changed.status, typeof changed.owner_id], ['ready_to_act', 'string'])
  await page.keyboard.press('a')
  await page.locator('[data-row]', { hasText: name }).waitFor({ state: 'detached' })
  await waitUntilIdle(page)
  await page.keyboard.press('z')
  await page.locator('[data-row]', { hasText: name }).getByText('Ready to act').waitFor()
  assertNoProblems()
})

test('a check-in shows an up arrow for a better rank', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/competitors?tab=checkins')
  const runs = (await site.getJson(context, '/competitors/checkins')).data as unknown as {
    snapshot: { changed: boolean; themes: { rank: { before: number; after: number } }[] } | null
  }[]
  const { themes } = runs.find((run) => run.snapshot?.changed)!.snapshot!
  const words = await page.getByRole('row').filter({ hasText: 'rank' }).allInnerTexts()
  assert.ok(themes.length > 0)
  for (const { rank } of themes) {
    const by = rank.before - rank.after
    const expected = by > 0 ? `▲ +${by} places` : `▼ −${-by} places`
    assert.ok(
      words.some((text) => text.includes(`rank ${rank.before + 1} → ${rank.after + 1}`) && text.includes(expected)),
      `${expected} in ${words.join(' | ')}`,
    )
  }
  await page.getByRole('button', { name: 'Copy as Markdown' }).first().click()
  await page.getByText('Copied').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.ok(
    themes.every(({ rank }) => copied.includes(`| rank ${rank.before + 1} | rank ${rank.after + 1} |`)),
    copied,
  )
  assertNoProblems()
})

test('an opportunity of a competitor teaser is added to the backlog once', { skip }, async () => {
  const { page } = visit
  await open(page, '/competitors?tab=teasers')
  await page.getByRole('button', { name: 'Promote to backlog' }).first().click()
  await page.getByText('Added to the backlog').waitFor()
  await page.getByRole('link', { name: 'In the backlog' }).first().click()
  await page.waitForURL(/\/opportunities\/\w/)
  await waitUntilIdle(page)
  assertNoProblems()
})
