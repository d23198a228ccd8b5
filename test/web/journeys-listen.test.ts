import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { calm, eventually, go, hop, noBrowser, openJourneys, settled, site, typesInto, visit } from './site.ts'

/* What people do with the screens on which they listen and understand: dashboard, inbox, insights, themes, contacts, segments. */

const skip = noBrowser
openJourneys()

test(
  'the dashboard asks once for its data, and its numbers are the length of the lists behind them',
  { skip },
  async () => {
    const { page } = visit
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await go(page, '/?range=90d')
    assert.equal(asked.filter((path) => path.startsWith('/app/v1/dashboard')).length, 1)
    assert.ok((await page.getByRole('group', { name: 'Sentiment of insights by day' }).count()) === 1)
    const tile = page.getByRole('list', { name: 'Themes by number of insights' }).getByRole('link').first()
    const count = Number(/: (\d+)$/.exec((await tile.getAttribute('title'))!)![1])
    await tile.click()
    await page.waitForURL(/\/insights\?/)
    await settled(page)
    await page.waitForFunction(
      (wanted) =>
        document.querySelectorAll('[data-row]').length > 0 &&
        document.querySelector('header h1 + span')?.textContent === wanted,
      String(count),
    )
    const table = await page.getByRole('table', { name: 'Insights' }).getAttribute('aria-rowcount')
    assert.equal(Number(table), count + 1)
    calm()
  },
)

test('the dashboard shows what is at hand, and each of it leads on', { skip }, async () => {
  const { page, context } = visit
  const { data } = await site.ask(context, '/inbox?limit=5')
  await go(page, '/')
  const waiting = page
    .locator('section', { has: page.getByRole('heading', { name: 'Waiting in the inbox' }) })
    .getByRole('listitem')
  assert.equal(await waiting.count(), 5)
  const checkin = page.locator('section', { has: page.getByRole('heading', { name: 'Competitors', exact: true }) })
  assert.match(await checkin.innerText(), /[▲▼] [+−]\d+ places/)
  await waiting.first().getByRole('link').click()
  await page.waitForURL(new RegExp(`/inbox\\?id=${data[0]!.id}`))
  await page.getByRole('region', { name: 'Feedback', exact: true }).waitFor()
  calm()
})

test('a plot is taken along as a picture and as its numbers', { skip }, async () => {
  const { page } = visit
  await go(page, '/')
  const taken = async (kind: string, plot = 'Sentiment') => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Export ${plot}`, exact: true }).click()
    await page.getByRole('menuitem', { name: kind }).click()
    return readFileSync(await (await download).path())
  }
  for (const plot of ['Sentiment', 'What people talk about']) {
    const picture = await taken('PNG', plot)
    assert.deepEqual([...picture.subarray(1, 4)], [...Buffer.from('PNG')])
    const { colors, width } = await page.evaluate(coloursIn, picture.toString('base64'))
    assert.ok(width > 600, `${width} wide`)
    assert.ok(colors > 20, `${colors} colours: something is drawn on it`)
  }
  const [head, ...rows] = (await taken('CSV')).toString().split('\r\n')
  assert.deepEqual([head, rows.length], ['period,positive,negative,neutral,before', 30])
  calm()
})

/** How many colours a picture has, and how wide it is. */
async function coloursIn(picture: string): Promise<{ colors: number; width: number }> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(image.width, image.height)
  const paint = canvas.getContext('2d')!
  paint.drawImage(image, 0, 0)
  return {
    colors: new Set(new Uint32Array(paint.getImageData(0, 0, image.width, image.height).data.buffer)).size,
    width: image.width,
  }
}

test(
  'bubbles stand for themes: their words say what the list behind them says, and they open by keys',
  { skip },
  async () => {
    const { page, context } = visit
    await go(page, '/themes?view=bubble')
    const { top_themes: themes } = (await site.ask(context, '/dashboard?period=90d')) as unknown as {
      top_themes: {
        name: string
        insight_count: number
        previous_insight_count: number
        sentiment_breakdown: { negative: number }
      }[]
    }
    const bubbles = page.getByRole('region', { name: 'Themes by change and sentiment' }).getByRole('link')
    const shown = themes.filter(
      (one) => Math.max(one.insight_count, one.previous_insight_count) >= 5 && one.insight_count > 0,
    )
    assert.ok(shown.length > 3)
    assert.deepEqual(
      (await bubbles.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))).sort(),
      shown
        .map(
          (one) =>
            `${one.name}: ${one.insight_count} insights, ${one.previous_insight_count} in the period before, ${Math.round((100 * one.sentiment_breakdown.negative) / one.insight_count)} % negative`,
        )
        .sort(),
    )
    const name = /^(.*): \d+ insights/.exec((await bubbles.first().getAttribute('aria-label'))!)![1]!
    await bubbles.first().focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()
    calm()
  },
)

test('the command menu goes anywhere and finds anything, by keys alone', { skip }, async () => {
  const { page } = visit
  await go(page, '/')
  const box = page.getByPlaceholder('Search or jump to…')
  await page.keyboard.press('Control+k')
  await typesInto(box)
  await page.keyboard.type('themes')
  await page
    .getByRole('option', { name: /^Themes/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await typesInto(box)
  await page.keyboard.type('Mobile app')
  const found = page.getByRole('option', { name: /Mobile app.*Theme/ })
  await found.waitFor()
  await found.click()
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
  calm()
})

test(
  'a list is walked, peeked into and acted upon without a mouse; the action can be taken back',
  { skip },
  async () => {
    const { page, context } = visit
    await go(page, '/insights')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const here = page.locator('[data-row][aria-current=true][aria-rowindex="3"]')
    await here.waitFor()
    const name = await here.locator('a').first().innerText()
    await page.keyboard.press(' ')
    await page.getByRole('dialog', { name: 'Insight' }).getByText(name).first().waitFor()
    assert.ok(page.url().includes('peek='))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('x')
    const bar = page.getByRole('toolbar', { name: 'Selected insights' })
    await bar.getByRole('button', { name: 'Dismiss' }).click()
    await page.waitForFunction(
      (gone) => ![...document.querySelectorAll('[data-row]')].some((row) => row.textContent?.includes(gone)),
      name,
    )
    await settled(page)
    await page.keyboard.press('z')
    await page.locator('[data-row]', { hasText: name }).waitFor()
    assert.ok(
      (await site.ask(context, '/insights?limit=3')).data.some(
        (one) => (one as unknown as { name: string }).name === name,
      ),
    )
    calm()
  },
)

test(
  'several insights get another category at once, by the command menu if one likes, and each gets its own back',
  { skip },
  async () => {
    const { page, context } = visit
    const categories = async () =>
      (await site.ask(context, '/insights?limit=2')).data.map(
        (one) => (one as unknown as { category: string }).category,
      )
    const before = await categories()
    const other = before.includes('DELIGHTS') ? 'BUGS_AND_ERRORS' : 'DELIGHTS'
    await go(page, '/insights')
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    const bar = page.getByRole('toolbar', { name: 'Selected insights' })
    await bar.getByText('2 selected').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'Dismiss 2 selected insights' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await bar.getByRole('button', { name: 'Set category' }).click()
    await page
      .getByRole('dialog', { name: 'Set category' })
      .getByRole('option', { name: other === 'DELIGHTS' ? 'Delights' : 'Bugs and errors' })
      .click()
    await page.getByText('2 insights changed').waitFor()
    assert.deepEqual(await categories(), [other, other])
    await settled(page)
    await page.keyboard.press('z')
    await eventually(async () => (await categories()).join() === before.join(), 'each has its category again')
    await settled(page)
    calm()
  },
)

test('a view is saved into the sidebar, opens the same list and is removed again', { skip }, async () => {
  const { page } = visit
  await go(page, '/insights?sentiment=NEGATIVE&category=BUGS_AND_ERRORS')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByLabel('Name of the view').fill('Bugs that hurt')
  await page.keyboard.press('Enter')
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bugs that hurt' })
  await link.waitFor()
  await hop(page, '/projects')
  await link.click()
  await page.waitForURL(/sentiment=NEGATIVE&category=BUGS_AND_ERRORS/)
  await page.getByRole('button', { name: 'Remove view' }).click()
  await link.waitFor({ state: 'detached' })
  calm()
})

test('an export holds every row of the filtered list, and nothing a spreadsheet would run', { skip }, async () => {
  const { page, context } = visit
  const post = await context.request.post('/app/v1/insights', {
    data: { name: '=1+1 as a name', sentiment: 'NEGATIVE', category: 'BUGS_AND_ERRORS' },
    headers: { 'x-requested-with': 'earshot', origin: site.world.baseUrl },
  })
  assert.equal(post.status(), 201)
  await go(page, '/insights?category=BUGS_AND_ERRORS')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  const listed = (await site.ask(context, '/insights?category=BUGS_AND_ERRORS&limit=100')).data
  assert.equal(text.split('\r\n').length, listed.length + 1)
  assert.ok(text.includes("'=1+1 as a name"))
  calm()
})

test('a theme is made, renamed and merged; who follows the old link is led on', { skip }, async () => {
  const { page, context } = visit
  await go(page, '/themes')
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Made on the way')
  await page.getByRole('button', { name: 'Create theme' }).click()
  await page.getByRole('heading', { level: 1, name: 'Made on the way' }).waitFor()
  const address = page.url()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Renamed on the way')
  await name.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Renamed on the way' }).waitFor()
  await page.getByRole('button', { name: 'Merge into…' }).click()
  await page.getByPlaceholder('Merge into…').fill('Mobile')
  await page.getByRole('option', { name: /Mobile app/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
  visit.problems.length = 0
  await go(page, new URL(address).pathname)
  await page.getByRole('link', { name: 'Open the one it became part of' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mobile app' }).waitFor()
  // The browser itself reports the 410 of the theme that is gone.
  assert.ok(
    visit.problems.every((one) => one.includes('status of 4')),
    visit.problems.join(),
  )
  visit.problems.length = 0
  assert.ok((await site.ask(context, '/themes?limit=100')).data.length > 0)
})

test(
  'rules of a segment show whom they catch before they are saved; somebody is kept out and let in again',
  { skip },
  async () => {
    const { page } = visit
    await go(page, '/segments')
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Teams')
    await dialog.getByLabel('Begin with the plan').fill('team')
    await dialog.getByRole('button', { name: 'Create segment' }).click()
    await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor()
    await page.getByText('4 contacts belong').waitFor()
    await page.getByLabel('Comparison of condition 1').selectOption('in')
    await page.getByLabel('Value of condition 1').fill('team, enterprise')
    await page.getByText('8 contacts belong').waitFor()
    await page.getByRole('button', { name: 'Save rules' }).click()
    await page.getByText('8 contacts', { exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Keep .* out$/ })
      .first()
      .click()
    await page.getByText('7 contacts', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('8 contacts', { exact: true }).waitFor()
    calm()
  },
)
