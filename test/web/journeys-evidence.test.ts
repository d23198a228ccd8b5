import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertNoProblems,
  noBrowser,
  open,
  openSharedSite,
  site,
  visit,
  waitForFocusIn,
  waitUntilIdle,
} from './site.ts'

/* Opportunities, competitors, surveys and questions. */

const skip = noBrowser
openSharedSite()

type Opportunity = { id: string; title: string; impact_score: number; insight_count: number }

test('the opportunity plot and its table match the list, and arrow keys move between points', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/opportunities?view=scatter')
  const listed = (await site.getJson(context, '/opportunities?limit=100&sort=-impact_score'))
    .data as unknown as Opportunity[]
  const plot = page.getByRole('group', { name: 'Opportunities by impact and evidence' })
  const points = plot.getByRole('link')
  assert.equal(await points.count(), listed.length)
  const pointLabels = await points.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')!))
  for (const one of listed.slice(0, 10))
    assert.ok(
      pointLabels.some((text) =>
        text.startsWith(`${one.title}: impact ${Math.round(one.impact_score * 10) / 10}, ${one.insight_count} insight`),
      ),
      one.title,
    )
  const rows = await page.getByRole('table', { name: 'Opportunities by impact and evidence' }).getByRole('row').count()
  assert.equal(rows, listed.length + 1)
  await points.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction((second) => document.activeElement?.getAttribute('aria-label') === second, pointLabels[1])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: pointLabels[1]!.split(': impact')[0]! }).waitFor()
  await page.goBack()
  await plot.waitFor()
  await waitUntilIdle(page)
  assertNoProblems()
})

test('the competitor table counts mentions by subject, and cards name strengths and weaknesses', { skip }, async () => {
  const { page, context } = visit
  await open(page, '/competitors')
  const {
    themes: subjects,
    mentions,
    sentiment_by_competitor: rivals,
  } = (await site.getJson(context, '/competitors/overview')) as unknown as {
    themes: { subtheme_id: string; name: string; insight_count: number }[]
    mentions: { subtheme_id: string; competitor_id: string; positive: number; negative: number; neutral: number }[]
    sentiment_by_competitor: { competitor_id: string; name: string }[]
  }
  const table = page.getByRole('region', { name: 'Mentions by competitor' })
  assert.deepEqual(
    (await table.getByRole('columnheader').allInnerTexts()).slice(1, -1),
    rivals.map(({ name }) => name),
  )
  for (const { subtheme_id, name, insight_count } of subjects.slice(0, 6)) {
    const counts = rivals.map(({ competitor_id }) =>
      mentions
        .filter((one) => one.subtheme_id === subtheme_id && one.competitor_id === competitor_id)
        .reduce((sum, one) => sum + one.positive + one.negative + one.neutral, 0),
    )
    const cells = await table
      .getByRole('row', { name })
      .getByRole('cell')
      .evaluateAll((all) => all.map((cell) => Number(cell.textContent!.replace('·', ''))))
    assert.deepEqual(cells, [...counts, insight_count], name)
  }
  await page.getByRole('list', { name: 'Topics by number of insights' }).getByRole('link').first().waitFor()
  const card = page.locator('section', { has: page.getByRole('heading', { name: rivals[0]!.name, exact: true }) })
  assert.match(await card.innerText(), /Strength:[\s\S]*Weakness:/)
  assertNoProblems()
})

test(
  'the survey preview follows edits on both devices, in both colour schemes and in another language',
  { skip },
  async () => {
    const { page, context } = visit
    const { data } = await site.getJson(context, '/surveys')
    await open(page, `/surveys/${data[0]!.id}?tab=questions`)
    const preview = page.frameLocator('iframe[title="Survey page"]')
    await preview.getByRole('button', { name: 'Send answers' }).waitFor()
    const intro = page.getByRole('textbox', { name: 'Introduction' })
    await intro.fill('One minute, we promise.')
    await intro.press('Enter')
    await preview.getByText('One minute, we promise.').waitFor()
    await page.getByLabel('Page language').selectOption('de')
    await preview.getByRole('button', { name: 'Antworten senden' }).waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.waitForURL(/device=phone&look=dark/)
    await preview.getByRole('button', { name: 'Antworten senden' }).waitFor()
    assert.equal(
      await preview
        .locator('body')
        .evaluate((body) => getComputedStyle(body.ownerDocument.documentElement).colorScheme),
      'dark',
    )
    assert.equal(await page.locator('iframe').evaluate((frame) => (frame as HTMLIFrameElement).offsetWidth), 390)
    await page.getByRole('button', { name: 'Thanks' }).click()
    await page.waitForURL(/page=thanks/)
    await preview.locator('.tick').waitFor()
    await waitUntilIdle(page)
    assertNoProblems()
  },
)

test('Space peeks at an opportunity or a project, the URL keeps it, Escape returns to the row', { skip }, async () => {
  const { page } = visit
  for (const [path, what] of [
    ['/opportunities', 'Opportunity'],
    ['/projects', 'Project'],
  ] as const) {
    await open(page, path)
    await page.keyboard.press('j')
    const row = page.locator('[data-row][aria-current=true]')
    const name = await row.getByRole('link', { includeHidden: true }).first().innerText()
    await page.keyboard.press(' ')
    const panel = page.getByRole('dialog', { name: what })
    await panel.getByRole('textbox', { name: 'Title' }).waitFor()
    assert.equal(await panel.getByRole('textbox', { name: 'Title' }).inputValue(), name)
    await page.waitForURL(/peek=/)
    await page.reload()
    await waitUntilIdle(page)
    await panel.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.waitForFunction(() => !location.search.includes('peek'))
  }
  assertNoProblems()
})

test(
  'a question in the command menu is answered with citations, or not at all without evidence',
  { skip },
  async () => {
    const { page } = visit
    await open(page, '/')
    await page.keyboard.press('Control+k')
    await waitForFocusIn(page.getByPlaceholder('Search or jump to…'))
    await page.keyboard.type('Who complains about search?')
    await page.getByRole('option', { name: 'Ask: Who complains about search?' }).click()
    await page.getByRole('heading', { name: 'Quotes' }).waitFor()
    const { citations } = (await site.getJson(
      visit.context,
      `/search/answer?q=${encodeURIComponent('Who complains about search?')}`,
    )) as unknown as { citations: { id: string; quote: string }[] }
    assert.ok(citations.length > 0)
    for (const { id, quote } of citations)
      assert.equal(
        await page
          .getByRole('listitem')
          .getByRole('link', { name: `“${quote}”`, exact: true })
          .first()
          .getAttribute('href'),
        `/insights/${id}`,
      )
    await open(page, '/ask?q=blockchain+wallets')
    await page.getByText('No feedback matches this question').waitFor()
    await open(page, '/ask')
    await page.getByRole('button', { name: 'Top complaints this month' }).click()
    const understood = page.getByRole('group', { name: 'Understood as' })
    await understood.getByText('negative', { exact: true }).waitFor()
    await understood.getByText(/^since 1 /).waitFor()
    assertNoProblems()
  },
)
