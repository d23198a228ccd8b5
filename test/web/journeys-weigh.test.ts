import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calm, chosen, go, noBrowser, openJourneys, settled, site, typesInto, visit } from './site.ts'

/* What people do to see what weighs most, and to put it where it belongs. */

const skip = noBrowser
openJourneys()

type Theme = { id: string; name: string; insight_count: number; activity: { weeks: number[]; subtheme_count: number } }
const themes = async () =>
  (await site.ask(visit.context, '/themes?limit=100&include=activity&sort=-insight_count')).data as unknown as Theme[]

test(
  'the table of themes shows for each how it goes week by week, and how many subthemes it has',
  { skip },
  async () => {
    const { page } = visit
    await go(page, '/themes?view=table')
    for (const { name, activity } of (await themes()).slice(0, 5)) {
      const row = page.locator('[data-row]', {
        has: page.getByRole('link', { name, exact: true, includeHidden: true }),
      })
      await row.getByRole('img', { name: `${name}, insights by week: ${activity.weeks.join(', ')}` }).waitFor()
      assert.equal(await row.getByRole('cell').nth(5).innerText(), String(activity.subtheme_count))
    }
    calm()
  },
)

test(
  'insights are dragged onto a theme, all that are selected at once, and undo takes out only those that came',
  { skip },
  async () => {
    const { page, context } = visit
    await go(page, '/insights?theme=none')
    const before = (await themes()).find(({ name }) => name === 'Search quality')!
    const rows = page.locator('[data-row]')
    const names = await rows.getByRole('link', { includeHidden: true }).allInnerTexts()
    for (const row of [0, 1]) await rows.nth(row).getByRole('checkbox').check()
    await rows.nth(0).getByText(names[0]!).hover()
    await page.mouse.down()
    const from = (await rows.nth(0).boundingBox())!
    await page.mouse.move(from.x + 300, from.y + 40, { steps: 4 })
    const targets = page.getByRole('region', { name: 'Drop on a theme' })
    await targets.getByText('Add 2 insights to…').waitFor()
    const target = (await targets.getByRole('listitem').filter({ hasText: 'Search quality' }).boundingBox())!
    await page.mouse.move(target.x + 40, target.y + 12, { steps: 4 })
    await page.mouse.up()
    await page.getByText('2 insights added to Search quality').waitFor()
    await targets.waitFor({ state: 'detached' })
    await settled(page)
    const under = async () => (await themes()).find(({ id }) => id === before.id)!.insight_count
    assert.equal(await under(), before.insight_count + 2)
    await page.keyboard.press('z')
    await page.getByRole('link', { name: names[0]!, exact: true, includeHidden: true }).waitFor()
    await settled(page)
    assert.equal(await under(), before.insight_count)
    assert.ok((await site.ask(context, '/insights?unthemed=true')).data.length >= 2)
    calm()
  },
)

test('the same by keys: L, the beginning of a name, Enter, and Z to take it back', { skip }, async () => {
  const { page } = visit
  await go(page, '/insights?theme=none')
  const before = (await themes()).find(({ name }) => name === 'Search quality')!
  await page.keyboard.press('j')
  const row = page.locator('[data-row][aria-current=true]')
  const name = await row.getByRole('link', { includeHidden: true }).innerText()
  await page.keyboard.press('l')
  await typesInto(page.getByRole('dialog', { name: 'Add 1 insight to a theme' }).getByPlaceholder('Type to choose'))
  await page.keyboard.type('Search q')
  await chosen(page, 'Search quality')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('1 insight added to Search quality').waitFor()
  await page.getByRole('link', { name, exact: true, includeHidden: true }).waitFor({ state: 'detached' })
  await settled(page)
  assert.equal((await themes()).find(({ id }) => id === before.id)!.insight_count, before.insight_count + 1)
  await page.keyboard.press('z')
  await page.getByRole('link', { name, exact: true, includeHidden: true }).waitFor()
  calm()
})

type Opportunity = { id: string; title: string; impact_score: number; insight_count: number }

test(
  'opportunities stand in a plot by impact and evidence: its words and its table say what the list says, and arrows lead from one to the next',
  { skip },
  async () => {
    const { page, context } = visit
    await go(page, '/opportunities?view=scatter')
    const listed = (await site.ask(context, '/opportunities?limit=100&sort=-impact_score'))
      .data as unknown as Opportunity[]
    const plot = page.getByRole('group', { name: 'Opportunities by impact and evidence' })
    const points = plot.getByRole('link')
    assert.equal(await points.count(), listed.length)
    const said = await points.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')!))
    for (const one of listed.slice(0, 10))
      assert.ok(
        said.some((text) =>
          text.startsWith(
            `${one.title}: impact ${Math.round(one.impact_score * 10) / 10}, ${one.insight_count} insight`,
          ),
        ),
        one.title,
      )
    const rows = await page
      .getByRole('table', { name: 'Opportunities by impact and evidence' })
      .getByRole('row')
      .count()
    assert.equal(rows, listed.length + 1)
    await points.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction((second) => document.activeElement?.getAttribute('aria-label') === second, said[1])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: said[1]!.split(': impact')[0]! }).waitFor()
    await page.goBack()
    await plot.waitFor()
    await settled(page)
    calm()
  },
)

test(
  'competitors stand against subjects: every cell counts what is said about whom, and a card names what somebody is praised and blamed for',
  { skip },
  async () => {
    const { page, context } = visit
    await go(page, '/competitors')
    const {
      themes: subjects,
      mentions,
      sentiment_by_competitor: rivals,
    } = (await site.ask(context, '/competitors/overview')) as unknown as {
      themes: { subtheme_id: string; name: string; insight_count: number }[]
      mentions: { subtheme_id: string; competitor_id: string; positive: number; negative: number; neutral: number }[]
      sentiment_by_competitor: { competitor_id: string; name: string }[]
    }
    const table = page.getByRole('region', { name: 'Who is talked about for what' })
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
    await page.getByRole('list', { name: 'Subjects by number of insights' }).getByRole('link').first().waitFor()
    const card = page.locator('section', { has: page.getByRole('heading', { name: rivals[0]!.name, exact: true }) })
    assert.match(await card.innerText(), /Strength:[\s\S]*Weakness:/)
    calm()
  },
)

test(
  'the dashboard looks at twelve months or at any days, with or without the period before, in one request each, and a link keeps all of it',
  { skip },
  async () => {
    const { page, context } = visit
    await go(page, '/')
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/app/v1/dashboard') && asked.push(new URL(request.url()).search),
    )
    await page.getByRole('button', { name: '12 months' }).click()
    await page.waitForURL(/range=12m/)
    await page.getByText('Insights by week').waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Custom' }).click()
    await page.waitForURL(/range=custom/)
    const today = new Date().toISOString().slice(0, 10)
    const from = new Date(Date.parse(today) - 44 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('First day').fill(from)
    await page.waitForURL(new RegExp(`from=${from}`))
    await settled(page)
    assert.deepEqual(asked, [
      '?period=12m',
      `?from=${new Date(Date.parse(today) - 29 * 86_400_000).toISOString().slice(0, 10)}&to=${today}`,
      `?from=${from}&to=${today}`,
    ])
    const trend = page.getByRole('table', { name: 'Sentiment of insights by day' })
    assert.equal(await trend.getByRole('columnheader').count(), 5)
    await page.getByRole('button', { name: 'Compare with the period before' }).click()
    await page.waitForURL(/compare=none/)
    await trend.getByRole('columnheader', { name: 'Period before' }).waitFor({ state: 'detached' })
    assert.equal(await page.getByText('to the period before').count(), 0)
    await page.reload()
    await settled(page)
    const { kpis } = (await site.ask(context, `/dashboard?from=${from}&to=${today}`)) as unknown as {
      kpis: { feedback: { value: number } }
    }
    assert.equal(await trend.getByRole('row').count(), 46)
    await page.getByRole('link', { name: /^Feedback/ }).click()
    await page.waitForURL(/\/inbox\?/)
    await settled(page)
    let count = 0
    for (let cursor: string | null = ''; cursor !== null;) {
      const page_ = (await site.ask(
        context,
        `/inbox?state=all&limit=100&${new URL(page.url()).search.slice(1).replace('after=', 'occurred_after=').replace('before=', 'occurred_before=').replace('state=all', '')}${cursor && `&cursor=${cursor}`}`,
      )) as unknown as { data: unknown[]; pagination: { next_cursor: string | null } }
      count += page_.data.length
      cursor = page_.pagination.next_cursor
    }
    assert.equal(count, kpis.feedback.value)
    calm()
  },
)

test(
  'the page of a survey is looked at while it is written: on both screens, in both colourings, with the thanks, in another language',
  { skip },
  async () => {
    const { page, context } = visit
    const { data } = await site.ask(context, '/surveys')
    await go(page, `/surveys/${data[0]!.id}?tab=questions`)
    const shown = page.frameLocator('iframe[title="The page of the survey"]')
    await shown.getByRole('button', { name: 'Send answers' }).waitFor()
    const intro = page.getByRole('textbox', { name: 'Introduction' })
    await intro.fill('One minute, we promise.')
    await intro.press('Enter')
    await shown.getByText('One minute, we promise.').waitFor()
    await page.getByLabel('Language of the page').selectOption('de')
    await shown.getByRole('button', { name: 'Antworten senden' }).waitFor()
    await page.getByRole('button', { name: 'Phone' }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await page.waitForURL(/device=phone&look=dark/)
    await shown.getByRole('button', { name: 'Antworten senden' }).waitFor()
    assert.equal(
      await shown.locator('body').evaluate((body) => getComputedStyle(body.ownerDocument.documentElement).colorScheme),
      'dark',
    )
    assert.equal(await page.locator('iframe').evaluate((frame) => (frame as HTMLIFrameElement).offsetWidth), 390)
    await page.getByRole('button', { name: 'Thanks' }).click()
    await page.waitForURL(/page=thanks/)
    await shown.locator('.tick').waitFor()
    await settled(page)
    calm()
  },
)

test(
  'an opportunity and a project are looked at beside their list: Space opens, the address keeps it, Escape leads back to the row',
  { skip },
  async () => {
    const { page } = visit
    for (const [path, what] of [
      ['/opportunities', 'Opportunity'],
      ['/projects', 'Project'],
    ] as const) {
      await go(page, path)
      await page.keyboard.press('j')
      const row = page.locator('[data-row][aria-current=true]')
      const name = await row.getByRole('link', { includeHidden: true }).first().innerText()
      await page.keyboard.press(' ')
      const beside = page.getByRole('dialog', { name: what })
      await beside.getByRole('textbox', { name: 'Title' }).waitFor()
      assert.equal(await beside.getByRole('textbox', { name: 'Title' }).inputValue(), name)
      await page.waitForURL(/peek=/)
      await page.reload()
      await settled(page)
      await beside.getByRole('textbox', { name: 'Title' }).waitFor()
      await page.keyboard.press('Escape')
      await beside.waitFor({ state: 'detached' })
      await page.waitForFunction(() => !location.search.includes('peek'))
    }
    calm()
  },
)

test(
  'a question in the command menu is answered by those who said so, and one that nobody speaks of is not',
  { skip },
  async () => {
    const { page } = visit
    await go(page, '/')
    await page.keyboard.press('Control+k')
    await typesInto(page.getByPlaceholder('Search or jump to…'))
    await page.keyboard.type('Who complains about search?')
    await page.getByRole('option', { name: 'Ask: Who complains about search?' }).click()
    await page.getByRole('heading', { name: 'In their words' }).waitFor()
    const { citations } = (await site.ask(
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
    await go(page, '/ask?q=blockchain+wallets')
    await page.getByText('Nothing in your feedback speaks of this').waitFor()
    calm()
  },
)

test('the page of the score says what drives it and what to do about it, as the API does', { skip }, async () => {
  const { page } = visit
  await go(page, '/nps?range=12m')
  const advice = page.locator('section', { has: page.getByRole('heading', { name: 'What to do about it' }) })
  await advice.waitFor()
  const from = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
  const { recommendations } = (await site.ask(
    visit.context,
    `/nps?from=${from}&compare=previous_period`,
  )) as unknown as { recommendations: { text: string }[] }
  assert.ok(recommendations.length > 0)
  for (const { text } of recommendations) await advice.getByText(text).waitFor()
  const drivers = (await site.ask(visit.context, `/nps/drivers?from=${from}`)).data as unknown as { name: string }[]
  const table = page.locator('section', { hasText: 'What drives it' }).getByRole('row')
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll('section')].some(
        (one) => one.textContent!.includes('What drives it') && one.querySelectorAll('tr').length === count,
      ),
    Math.min(8, drivers.length),
  )
  assert.deepEqual(
    (await table.getByRole('rowheader').allInnerTexts()).slice(0, 8),
    drivers.slice(0, 8).map(({ name }) => name),
  )
  calm()
})
