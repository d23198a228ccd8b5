import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startCsvWorker } from '../imports/uploads-client.ts'
import { stopTestWorkers } from '../test-worker.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, violations, visit, waitUntilIdle } from './site.ts'

/* What a product manager meets with own data: mapping, order, answers, stories, help and documentation. */

const skip = noBrowser
openSharedSite({ onOpen: ({ app }) => startCsvWorker({}, app), onClose: stopTestWorkers })

const post = async (path: string, data: unknown) => {
  const reply = await visit.context.request.post(`/app/v1${path}`, {
    data,
    headers: { 'x-requested-with': 'earshot', origin: site.app.baseUrl },
  })
  assert.ok(reply.ok(), await reply.text())
  return (await reply.json()) as { id: string }
}
const feedback = (content: string, more: object = {}) => post('/feedback', { content, analyze: false, ...more })

const columns = ['Points', 'Review text', 'Firm', ...Array.from({ length: 12 }, (_, n) => `Extra ${n + 1}`)]
const table = [
  columns.join(','),
  ...['The pier has no signal', 'Boarding was quick', 'Refund is missing'].map((text, n) =>
    [16 + n, text, `Harbor ${n}`, ...columns.slice(3).map((name) => `${name} value`)].join(','),
  ),
].join('\n')

async function uploadTable() {
  const { page } = visit
  await open(page, '/data/uploads')
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'ferry.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await page.getByRole('heading', { level: 1, name: 'ferry.csv' }).waitFor()
  await waitUntilIdle(page)
}

test('columns are mapped by readable names, with examples, a rating scale and Continue in view', { skip }, async () => {
  const { page } = visit
  await uploadTable()
  const options = await page.getByLabel('Field for Firm').locator('option').allInnerTexts()
  assert.ok(options.includes('Company') && options.includes('Feedback text (required)'), options.join(', '))
  assert.deepEqual(
    options.filter((name) => /[._]/.test(name)),
    [],
  )
  await page.getByRole('cell', { name: 'Harbor 0 · Harbor 1 · Harbor 2' }).waitFor()
  const box = (await page.getByRole('button', { name: 'Continue' }).boundingBox())!
  assert.ok(box.y + box.height <= page.viewportSize()!.height, 'Continue is in view')
  await page.getByLabel('Field for Review text').selectOption('content')
  await page.getByLabel('Field for Points').selectOption('rating')
  await page.getByLabel('Rating scale', { exact: true }).selectOption('custom')
  await page.getByLabel('Lowest').fill('0')
  await page.getByLabel('Highest').fill('0')
  await page.getByText('Must be above the lowest rating.').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Continue' }).isDisabled())
  await page.getByLabel('Highest').fill('20')
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('3 of 3 rows can be imported').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('16 of 20', { exact: true }).waitFor()
  await page.getByText('Feedback text', { exact: true }).first().waitFor()
  assert.equal(await page.getByText(/metadata\.|respondent_/).count(), 0)
  assertNoProblems()
})

test('feedback is sorted by when it was said, and the source filter offers the sources in use', { skip }, async () => {
  const { page } = visit
  await feedback('Said first, imported last', { source: 'harbor-desk', occurred_at: '2031-01-01T00:00:00.000Z' })
  await feedback('Said years ago, imported after it', {
    source: 'harbor-desk',
    occurred_at: '2001-01-01T00:00:00.000Z',
  })
  await open(page, '/inbox')
  await page.getByText('Newest first').waitFor()
  assert.match(await page.locator('[data-row]').first().innerText(), /Said first/)
  const source = page.getByRole('combobox', { name: 'Source' })
  assert.deepEqual(
    (await source.locator('option').allInnerTexts()).filter((name) => name.includes('Harbor')),
    ['Harbor desk (2)'],
  )
  await source.selectOption('harbor-desk')
  await waitUntilIdle(page)
  assert.deepEqual(
    (await page.locator('[data-row]').allInnerTexts()).map((row) => /Said \w+/.exec(row)![0]),
    ['Said first', 'Said years'],
  )
  const insight = { sentiment: 'NEUTRAL', category: 'GENERAL_FEEDBACK' }
  await post('/insights', { ...insight, name: 'Newest statement', occurred_at: '2031-01-01T00:00:00.000Z' })
  await post('/insights', { ...insight, name: 'Oldest statement', occurred_at: '2001-02-03T12:00:00.000Z' })
  await open(page, '/insights')
  assert.match(await page.locator('[data-row]').first().innerText(), /Newest statement/)
  await page.getByRole('button', { name: 'Date' }).click()
  await waitUntilIdle(page)
  assert.match(await page.locator('[data-row]').first().innerText(), /Oldest statement[^]*Feb 3, 2001/)
  assertNoProblems()
})

test('a survey answer shows the answer, its question and its survey, without ids', { skip }, async () => {
  const { page, context } = visit
  const surveys = await site.getJson(context, '/surveys')
  const metadata = { survey_id: surveys.data[0]!.id, response_id: 'b3f1c2d4', question_key: 'key_7f3a' }
  const [title, content] = ['What should we improve?', 'The gate should open earlier']
  const { id } = await feedback(content, { title, source: 'survey', source_type: 'survey_response', metadata })
  await open(page, `/inbox?state=all&source=survey&id=${id}`)
  const row = page.locator('[data-row][aria-current=true]')
  assert.ok((await row.innerText()).includes(content), await row.innerText())
  assert.ok(!(await row.innerText()).includes(title))
  const reader = page.getByRole('region', { name: 'Feedback', exact: true })
  await reader.getByRole('heading', { name: `Question: ${title}` }).waitFor()
  await reader.getByRole('term').filter({ hasText: 'Survey' }).waitFor()
  const text = await reader.innerText()
  for (const raw of Object.values(metadata)) assert.ok(!text.includes(raw), text)
  assertNoProblems()
})

test('an evidence story is one document: numbered sources, Markdown and print', { skip }, async () => {
  const { page, context } = visit
  const projects = (await site.getJson(context, '/projects?limit=50')).data as unknown as { id: string }[]
  let found: string | undefined
  for (const { id } of projects) {
    const { latest_evidence_story: story } = (await site.getJson(context, `/projects/${id}`)) as unknown as {
      latest_evidence_story: { key_findings: unknown[] } | null
    }
    if (story && story.key_findings.length > 1) found ??= id
  }
  await open(page, `/projects/${found}`)
  const story = page.getByRole('article', { name: 'Evidence story' })
  const numbers = (await story.locator('sup a').allInnerTexts()).map(Number)
  const links = await story.locator('sup a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const byNumber = new Map(numbers.map((number, n) => [number, links[n]]))
  assert.ok(byNumber.size > 3)
  for (const [n, number] of numbers.entries()) assert.equal(byNumber.get(number), links[n], 'one insight per number')
  assert.deepEqual(
    [...byNumber.keys()],
    [...byNumber.keys()].sort((a, b) => a - b),
    'in the order of the text',
  )
  const sources = story.locator('ol > li')
  assert.equal(await sources.count(), byNumber.size)
  assert.equal(await sources.nth(1).getByRole('link').getAttribute('href'), byNumber.get(2))
  const download = page.waitForEvent('download')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Share story' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Download Markdown')
  const chunks = await (await (await download).createReadStream()).toArray()
  const markdown = Buffer.concat(chunks).toString()
  assert.ok(markdown.includes('## Sources') && markdown.includes(`${byNumber.get(1)})`), markdown)
  await page.evaluate(() => {
    window.print = () => {
      document.title = `printed: ${document.querySelector('.print-only h3')?.textContent}`
    }
  })
  const title = await story.locator('h3').innerText()
  await choose('Print')
  await page.waitForFunction((expected) => document.title === expected, `printed: ${title}`)
  assert.deepEqual(await violations(page), [])
  assertNoProblems()
})

test('labels, impact, confidence and triage are explained, and the tab names the settings page', { skip }, async () => {
  const { page, context } = visit
  const insights = (await site.getJson(context, '/insights?origin=auto&limit=1')).data
  const explanations = [
    [`/insights/${insights[0]!.id}`, 'What the labels mean', 'a polite wish; a question or a fact without judgement'],
    [`/insights/${insights[0]!.id}`, 'What is confidence?', 'How sure the analysis is'],
    ['/insights', 'What the labels mean', 'it works, but is hard to find, confusing or clumsy'],
    ['/opportunities', 'What is impact?', 'from 0 to 100'],
    ['/inbox', 'What do these actions do?', 'marks the feedback as processed'],
  ] as const
  for (const [path, name, text] of explanations) {
    await open(page, path)
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog', { name }).getByText(text).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
  }
  await open(page, '/settings/members')
  assert.equal(await page.title(), 'Members · Settings · Earshot')
  assertNoProblems()
})

test('a notice names a language that the analysis does not cover', { skip }, async () => {
  const { page } = visit
  const swedish = await feedback('Biljetten gick inte att öppna på kajen.', { language: 'sv' })
  const english = await feedback('The ticket would not open on the pier.', { language: 'en' })
  await open(page, `/inbox?state=all&id=${swedish.id}`)
  await page.getByRole('note').filter({ hasText: 'does not cover Swedish' }).waitFor()
  await open(page, `/inbox?state=all&id=${english.id}`)
  assert.equal(await page.getByRole('note').count(), 0)
  await open(page, '/settings/organization')
  await page.getByText(/Covered languages: English/).waitFor()
  assertNoProblems()
})

test('the guides are at /docs, linked from the app, with search and links between them', { skip }, async () => {
  const { page } = visit
  await open(page, '/')
  await page.getByRole('button', { name: /Account and organization/ }).click()
  await page.getByRole('menuitem', { name: 'Documentation' }).click()
  await page.getByRole('heading', { level: 1, name: 'Using the web app' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('undo an import')
  await page.getByRole('region', { name: 'Search results' }).getByRole('link').first().click()
  await page.waitForURL(/\/docs\/guides\/[\w-]+/)
  await open(page, '/docs/guides/importing')
  await page.getByRole('main').getByRole('link', { name: 'cli.md' }).first().click()
  await page.waitForURL(/\/docs\/guides\/cli$/)
  assert.deepEqual(await violations(page), [])
  assertNoProblems()
})

test('a phone reads, triages item after item and adds feedback within reach of the thumb', { skip }, async () => {
  const { page, context, problems } = await site.signedIn({ width: 390 })
  await open(page, '/inbox')
  const rows = await page.locator('[data-row] button').allInnerTexts()
  await page.locator('[data-row] button').first().click()
  const bar = page.getByRole('toolbar', { name: 'Triage' })
  await bar.waitFor()
  for (const button of await bar.getByRole('button').all()) {
    const { y, height } = (await button.boundingBox())!
    assert.ok(height >= 44 && y > 430, `${await button.innerText()}: ${height} pixels high at ${y}`)
  }
  const first = new URL(page.url()).searchParams.get('id')
  await bar.getByRole('button', { name: 'Dismiss' }).click()
  await page.waitForFunction((id) => ![null, id].includes(new URL(location.href).searchParams.get('id')), first)
  assert.deepEqual(await violations(page), [])
  await page.getByRole('button', { name: 'Inbox', exact: true }).click()
  assert.ok(rows.length > 1)
  await page.getByRole('button', { name: 'New feedback' }).click()
  await page.getByRole('textbox', { name: 'Feedback' }).fill('Told at the counter: the gate opens too late.')
  await page.getByRole('button', { name: 'Add feedback' }).click()
  await page.getByText('Told at the counter: the gate opens too late.').last().waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

test('every tile of the map shows its name, and no name covers an axis of the bubbles', { skip }, async () => {
  const { page } = visit
  await open(page, '/themes')
  const names = page.getByRole('list', { name: 'Themes by number of insights' }).locator('a > span:first-child')
  assert.ok((await names.count()) > 5)
  const unnamed = await names.evaluateAll((all) =>
    all.filter((one) => one.clientWidth < 8 || one.clientHeight < 8).map((one) => one.textContent),
  )
  assert.deepEqual(unnamed, [])
  await open(page, '/themes?view=bubble')
  const covered = await page.evaluate(() => {
    const [axes, ...marks] = [...document.querySelectorAll('svg[role=group] > *')]
    const titles = [...axes!.querySelectorAll('text')].map((one) => one.getBoundingClientRect())
    return marks
      .filter((mark) => {
        const area = mark.getBoundingClientRect()
        return titles.some(
          (one) =>
            one.left < area.right && one.right > area.left && one.top + 2 < area.bottom && one.bottom - 2 > area.top,
        )
      })
      .map((mark) => mark.textContent ?? mark.getAttribute('aria-label'))
  })
  assert.deepEqual(covered, [])
  assertNoProblems()
})
