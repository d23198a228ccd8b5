import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { setupToken } from '#domain/installation/setup-token.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'
import { noBrowser, open, openSite, type Site, type Visit, waitUntil, waitUntilIdle } from './site.ts'
import { reviewCount, shiftReviews, toCsv } from './shift-reviews.ts'

/* A product manager on an empty installation: own reviews, their themes, an opportunity, a Project and its story. */

const skip = noBrowser
const reviews = shiftReviews(new Date())
let site: Site
let visit: Visit
before(async () => {
  if (skip) return
  site = await openSite({ empty: true })
  await startTestWorker({}, site.app)
  visit = await site.visit()
})
after(async () => {
  await stopTestWorkers()
  await site?.close()
})

const read = <T>(path: string) => site.getJson(visit.context, path) as unknown as Promise<T>
const readList = async <T>(path: string) => (await read<{ data: T[] }>(path)).data

/** What nobody wants to read on a screen: missing values, ids, names of enums and fields. */
const raw = /undefined|\bNaN\b|\[object |\bnull\b|[0-9a-f]{8}-[0-9a-f]{4}-|\b[A-Z]+_[A-Z_]+\b|\b[a-z]+_[a-z]+\b/g

async function textOf(page: Page): Promise<string> {
  await waitUntilIdle(page)
  const [body, ...samples] = await page.locator('body, pre').allInnerTexts()
  const text = samples.reduce((rest, sample) => rest.replace(sample, ''), body!)
  assert.deepEqual(text.match(raw) ?? [], [], `${page.url()}\n${text}`)
  return text
}
async function readScreen(path: string): Promise<string> {
  await open(visit.page, path)
  return textOf(visit.page)
}
/** The browser logs the 401 with which the server asks to sign in. */
const problems = () => visit.problems.filter((one) => !one.includes('status of 401'))

test('the setup leads to the question what one has', { skip }, async () => {
  const { page } = visit
  await page.goto(`/setup#token=${await setupToken(site.app.store)}`)
  await page.getByLabel('Your name').fill('Nora Lindqvist')
  assert.equal(await page.getByLabel('Setup token').count(), 0)
  await page.getByLabel('Email').fill('nora@example.com')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByLabel('Organization name').fill('Turnstone')
  assert.ok(!page.url().includes('token'), 'the token stays in no address')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'What do you have?' }).waitFor()
  await textOf(page)
  for (const path of ['/', '/add', '/inbox', '/insights', '/themes', '/opportunities', '/projects'])
    await readScreen(path)
  assert.deepEqual(problems(), [])
})

test('every column of the reviews is recognized, and all rows are imported', { skip }, async () => {
  const { page } = visit
  await open(page, '/data/uploads')
  const file = { name: 'turnstone.csv', mimeType: 'text/csv', buffer: Buffer.from(toCsv(reviews)) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('heading', { level: 1, name: 'turnstone.csv' }).waitFor()
  await waitUntilIdle(page)
  const fields = await page
    .getByLabel(/^Field for /)
    .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).selectedOptions[0]!.text))
  assert.deepEqual(fields, [
    'ID in the source',
    'Date',
    'Contact name',
    'Contact email',
    'Company',
    'Plan',
    'Rating',
    'Feedback text (required)',
  ])
  assert.doesNotMatch(await textOf(page), /T00:00/, 'days are shown as days')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(`${reviewCount} of ${reviewCount} rows can be imported`).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(`${reviews[0]!.stars} of 5`, { exact: true }).first().waitFor()
  await textOf(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Import now' }).click()
  await page.getByText('View imported data').waitFor()
  const result = await textOf(page)
  assert.match(result, new RegExp(`New\\s+${reviewCount}\\s+Updated\\s+0`))
  await waitUntil(async () => (await readList('/jobs?status=queued,running')).length === 0, 'the end of the analysis')
  assert.deepEqual(problems(), [])
})

test('the screens agree on the numbers', { skip }, async () => {
  const { page } = visit
  const { count: insights } = await read<{ count: number }>('/insights/count')
  assert.ok(insights >= 0.9 * reviewCount, `${insights} insights of ${reviewCount} reviews`)
  const inbox = await readScreen('/inbox')
  assert.match(inbox, new RegExp(`New\\s+${reviewCount}\\b`))
  const latest = reviews.at(-1)!
  assert.ok(inbox.includes(latest.reviewer) && inbox.includes(`${latest.stars} of 5`), inbox)
  assert.match(await readScreen('/insights'), new RegExp(`Insights\\s+${insights}\\b`))
  const contacts = new Set(reviews.map(({ reviewer }) => reviewer)).size
  assert.match(await readScreen('/contacts'), new RegExp(`Contacts\\s+${contacts}\\b`))
  const dashboard = await readScreen('/?range=12m')
  assert.match(dashboard, new RegExp(`Insights\\s+${insights}\\b`))
  assert.match(dashboard, new RegExp(`Feedback\\s+${reviewCount}\\b`))
  await open(page, `/inbox?state=all&q=${encodeURIComponent('Half vacation days')}`)
  assert.ok((await textOf(page)).includes('Half vacation days are missing.'))
  assert.deepEqual(problems(), [])
})

type Theme = { id: string; name: string; insight_count: number }

test('the reviews have themes with readable names, whose pages count the same', { skip }, async () => {
  const { page } = visit
  const themes = (await readList<Theme>('/themes?sort=-insight_count&limit=50')).filter((one) => one.insight_count > 0)
  assert.ok(themes.length >= 8, themes.map(({ name }) => name).join(', '))
  const screen = await readScreen('/themes')
  for (const { name, insight_count } of themes) assert.match(screen, new RegExp(`${name}\\s+${insight_count}\\b`))
  await page.getByRole('link', { name: themes[0]!.name }).first().click()
  await page.getByRole('heading', { level: 1, name: themes[0]!.name }).waitFor()
  assert.match(await textOf(page), new RegExp(`Insights\\s+${themes[0]!.insight_count}\\b`))
  await readScreen('/themes?view=bubble')
  await readScreen('/themes?view=subthemes')
  await page.locator('[data-row] a').first().click()
  await page.getByText('What customers say').waitFor()
  await textOf(page)
  await readScreen(`/ask?q=${encodeURIComponent('What do people say about payroll?')}`)
  assert.deepEqual(problems(), [])
})

type Opportunity = { id: string; title: string; insight_count: number }

test('an opportunity becomes a Project with its evidence, and the evidence a story', { skip }, async () => {
  const { page } = visit
  const [opportunity] = (await readList<Opportunity>('/opportunities?limit=1&sort=-insight_count')) as [Opportunity]
  assert.ok(opportunity.insight_count >= 5, JSON.stringify(opportunity))
  await readScreen('/opportunities')
  await page.getByRole('link', { name: opportunity.title }).first().click()
  await page.getByRole('heading', { level: 1, name: opportunity.title }).waitFor()
  assert.match(await textOf(page), new RegExp(`Insights\\s+${opportunity.insight_count}\\b`))
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByLabel(`Add its ${opportunity.insight_count} insights as evidence`).waitFor()
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/projects\/[\w-]+$/)
  await page.getByText(`${opportunity.insight_count} insights`, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Generate', exact: true }).click()
  const story = page.getByRole('article', { name: 'Evidence story' })
  await story.waitFor()
  await textOf(page)
  const text = await story.innerText()
  assert.ok(text.includes(`${opportunity.insight_count} insights from`), text)
  // Every source has the words of a review, also those outside of the evidence.
  const sources = await story.locator('ol > li').getByRole('link').allInnerTexts()
  assert.ok(sources.length >= 5 && !sources.includes('Insight'), sources.join('\n'))
  const quotes = (await story.locator('blockquote').allInnerTexts()).map((one) => /“(.+)”/.exec(one)![1]!)
  assert.ok(quotes.length > 0)
  for (const quote of quotes)
    assert.ok(
      reviews.some((review) => review.text.includes(quote)),
      quote,
    )
  await readScreen('/')
  await page.getByText('Getting started').waitFor()
  for (const path of ['/data/jobs', '/data/uploads', '/projects']) await readScreen(path)
  assert.deepEqual(problems(), [])
})
