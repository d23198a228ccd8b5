import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readPages } from '../read-pages.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, type Visit, visit, waitUntilIdle } from './site.ts'

/* Dashboard and NPS. */

const skip = noBrowser
openSharedSite()

test('the dashboard loads with one request, and its numbers match the lists they link to', { skip }, async () => {
  const { page } = visit
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await open(page, '/?range=90d')
  assert.equal(requests.filter((path) => path.startsWith('/app/v1/dashboard')).length, 1)
  assert.ok(requests.length <= 16, `${requests.length} requests of a first visit:\n${requests.join('\n')}`)
  assert.ok((await page.getByRole('group', { name: 'Sentiment of insights by day' }).count()) === 1)
  const tile = page.getByRole('list', { name: 'Themes by number of insights' }).getByRole('link').first()
  const count = Number(/: (\d+)$/.exec((await tile.getAttribute('title'))!)![1])
  await tile.click()
  await page.waitForURL(/\/insights\?/)
  await waitUntilIdle(page)
  await page.waitForFunction(
    (wanted) =>
      document.querySelectorAll('[data-row]').length > 0 &&
      document.querySelector('header h1 + span')?.textContent === wanted,
    String(count),
  )
  const table = await page.getByRole('table', { name: 'Insights' }).getAttribute('aria-rowcount')
  assert.equal(Number(table), count + 1)
  assertNoProblems()
})

test('the dashboard shows current work, and each item links to its page', { skip }, async () => {
  const { page, context } = visit
  const { data } = await site.getJson(context, '/inbox?limit=5')
  await open(page, '/')
  const inboxRows = page
    .locator('section', { has: page.getByRole('heading', { name: 'New in the inbox' }) })
    .getByRole('listitem')
  assert.equal(await inboxRows.count(), 5)
  const checkin = page.locator('section', { has: page.getByRole('heading', { name: 'Competitors', exact: true }) })
  assert.match(await checkin.innerText(), /[▲▼] [+−]\d+ places/)
  await inboxRows.first().getByRole('link').click()
  await page.waitForURL(new RegExp(`/inbox\\?id=${data[0]!.id}`))
  await page.getByRole('region', { name: 'Feedback', exact: true }).waitFor()
  assertNoProblems()
})

test('a plot is exported as PNG and as CSV', { skip }, async () => {
  const { page } = visit
  await open(page, '/')
  const exportPlot = async (kind: string, plot = 'Sentiment') => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export ${plot}`, exact: true }).click()
    await page.getByRole('menuitem', { name: kind }).click()
    return readFileSync(await (await download).path())
  }
  for (const plot of ['Sentiment', 'Top themes']) {
    const image = await exportPlot('PNG', plot)
    assert.deepEqual([...image.subarray(1, 4)], [...Buffer.from('PNG')])
    const { colors, width } = await page.evaluate(countColors, image.toString('base64'))
    assert.ok(width > 600, `${width} pixels wide`)
    assert.ok(colors > 20, `${colors} colours: is the image empty?`)
  }
  const [head, ...rows] = (await exportPlot('CSV')).toString().split('\r\n')
  assert.deepEqual([head, rows.length], ['period,positive,negative,neutral,before', 30])
  assertNoProblems()
})

/** The number of colours and the width of an image; runs in the page. */
async function countColors(base64: string): Promise<{ colors: number; width: number }> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(image.width, image.height)
  const paint = canvas.getContext('2d')!
  paint.drawImage(image, 0, 0)
  return {
    colors: new Set(new Uint32Array(paint.getImageData(0, 0, image.width, image.height).data.buffer)).size,
    width: image.width,
  }
}

type InboxPage = { data: unknown[]; pagination: { next_cursor: string | null } }

/** The number of inbox items behind the filters of a URL. */
async function countInbox(context: Visit['context'], search: string): Promise<number> {
  const filters = search
    .replace('after=', 'occurred_after=')
    .replace('before=', 'occurred_before=')
    .replace('state=all', '')
  const readInbox = async ({ cursor }: { cursor?: string }) =>
    (await site.getJson(
      context,
      `/inbox?state=all&limit=100&${filters}${cursor ? `&cursor=${cursor}` : ''}`,
    )) as unknown as InboxPage
  let count = 0
  for await (const inboxPage of readPages(readInbox)) count += inboxPage.data.length
  return count
}

/** The query strings of dashboard requests from now on. */
function recordDashboardQueries(page: Visit['page']): string[] {
  const queries: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/app/v1/dashboard')) queries.push(new URL(request.url()).search)
  })
  return queries
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

test(
  'the dashboard shows any period, with or without comparison, in one request each; the URL keeps the choice',
  { skip },
  async () => {
    const { page, context } = visit
    await open(page, '/')
    const requests = recordDashboardQueries(page)
    await page.getByRole('button', { name: '12 months' }).click()
    await page.waitForURL(/range=12m/)
    await page.getByText('Insights by week').waitFor()
    await waitUntilIdle(page)
    await page.getByRole('button', { name: 'Custom' }).click()
    await page.waitForURL(/range=custom/)
    const today = new Date().toISOString().slice(0, 10)
    const from = dayBefore(today, 44)
    await page.getByLabel('First day').fill(from)
    await page.waitForURL(new RegExp(`from=${from}`))
    await waitUntilIdle(page)
    assert.deepEqual(requests, [
      '?period=12m',
      `?from=${dayBefore(today, 29)}&to=${today}`,
      `?from=${from}&to=${today}`,
    ])
    const trend = page.getByRole('table', { name: 'Sentiment of insights by day' })
    assert.equal(await trend.getByRole('columnheader').count(), 5)
    await page.getByRole('button', { name: 'Compare with the previous period' }).click()
    await page.waitForURL(/compare=none/)
    await trend.getByRole('columnheader', { name: 'Previous period' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByText('vs. previous period').count(), 0)
    await page.reload()
    await waitUntilIdle(page)
    const { kpis } = (await site.getJson(context, `/dashboard?from=${from}&to=${today}`)) as unknown as {
      kpis: { feedback: { value: number } }
    }
    assert.equal(await trend.getByRole('row').count(), 46)
    await page.getByRole('link', { name: /^Feedback/ }).click()
    await page.waitForURL(/\/inbox\?/)
    await waitUntilIdle(page)
    const filters = new URL(page.url()).search.slice(1)
    assert.equal(await countInbox(context, filters), kpis.feedback.value)
    assertNoProblems()
  },
)

test('the NPS page shows the drivers and recommendations of the API', { skip }, async () => {
  const { page } = visit
  await open(page, '/nps?range=12m')
  const advice = page.locator('section', { has: page.getByRole('heading', { name: 'Recommendations' }) })
  await advice.waitFor()
  const from = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
  const { recommendations } = (await site.getJson(
    visit.context,
    `/nps?from=${from}&compare=previous_period`,
  )) as unknown as { recommendations: { text: string }[] }
  assert.ok(recommendations.length > 0)
  for (const { text } of recommendations) await advice.getByText(text).waitFor()
  const drivers = (await site.getJson(visit.context, `/nps/drivers?from=${from}`)).data as unknown as { name: string }[]
  const table = page.locator('section', { has: page.getByRole('heading', { name: 'Drivers' }) }).getByRole('row')
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll('section')].some(
        (one) => one.querySelector('h2')?.textContent === 'Drivers' && one.querySelectorAll('tr').length === count,
      ),
    Math.min(8, drivers.length),
  )
  assert.deepEqual(
    (await table.getByRole('rowheader').allInnerTexts()).slice(0, 8),
    drivers.slice(0, 8).map(({ name }) => name),
  )
  assertNoProblems()
})
