import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { matrixOf, meanOf } from '#engine/vectors/matrix.ts'
import { quantize } from '#engine/vectors/quantize.ts'
import { sql } from '#store/sql.ts'
import {
  assertNoProblems,
  noBrowser,
  open,
  openSharedSite,
  type Site,
  site,
  visit,
  waitUntil,
  waitUntilIdle,
} from './site.ts'

/* After insights were put into a theme, a line offers the others that look the same. */

const skip = noBrowser
const semanticSearch = new VectorSearch('static')
openSharedSite({ semanticSearch, onOpen: addVectors, onClose: () => semanticSearch.close() })

/** The demo has insights without vectors. */
async function addVectors({ app, demo: { org_id: org } }: Site) {
  const { model, embed } = await openEmbedder('static')
  const rows = await app.store.rows<{ id: string; text: string }>(
    sql`select id, coalesce(quote, name) as text from insight where org_id = ${org} order by id`,
  )
  const vectors = await embed(rows.map(({ text }) => text))
  const mean = meanOf(matrixOf(vectors))
  const stored = rows.map(({ id }, n) => ({ id, vector: Buffer.from(quantize(vectors[n]!)).toString('base64') }))
  await app.store.run(sql`
    insert into insight_vector (org_id, insight_id, model, vector, clustered_at)
    select ${org}, id, ${model}, decode(vector, 'base64'), now()
    from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as x (id uuid, vector text)`)
  await app.store.run(sql`
    insert into embedding_space (org_id, model, mean)
    values (${org}, ${model}, ${Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)})`)
}

type Insight = { id: string; name: string; themes: { id: string; name: string }[] }
const insight = async (id: string) => (await site.getJson(visit.context, `/insights/${id}`)) as unknown as Insight
const themesOf = async (id: string) => (await insight(id)).themes.map(({ name }) => name)

/** An insight of the largest theme; the analysis has placed it, and all others. */
async function firstOfMany(): Promise<string> {
  const { data } = await site.getJson(visit.context, '/themes?sort=-insight_count&limit=1')
  const theme = data[0]!.id
  const { data: own } = await site.getJson(visit.context, `/themes/${theme}/insights?limit=1`)
  await site.app.store.run(sql`
    update insight set themes_overridden = false, edited_by_human = false where org_id = ${site.demo.org_id}`)
  return own[0]!.id
}

test('the line opens a list; what stays checked is moved, and an undo takes it back', { skip }, async () => {
  const { page, context } = visit
  const id = await firstOfMany()
  await open(page, `/insights/${id}`)
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  await page.keyboard.type('Slow boards')
  await page.getByRole('option', { name: /Slow boards/ }).click()
  await waitUntil(async () => (await themesOf(id)).includes('Slow boards'), 'the theme to be added')
  const line = page.getByRole('status').filter({ hasText: /more looks? the same/ })
  await line.waitFor()
  const [count] = /\d+/.exec(await line.innerText())!
  await page.keyboard.press('Escape')
  await line.getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Look the same' })
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().waitFor()
  assert.equal(await boxes.count(), Number(count))
  const theme = (await insight(id)).themes.find(({ name }) => name === 'Slow boards')!
  const { data: offered } = (await site.getJson(context, `/themes/${theme.id}/lookalikes?to=${id}`)) as unknown as {
    data: Insight[]
  }
  assert.equal(offered.length, Number(count))
  const [left, moved] = offered as [Insight, Insight]
  await boxes.first().uncheck()
  await dialog.getByRole('button', { name: /^Move \d+/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/[0-9]+ insights? added to Slow boards/).waitFor()
  assert.deepEqual(await themesOf(moved.id), ['Slow boards'])
  assert.deepEqual(
    await themesOf(left.id),
    left.themes.map(({ name }) => name),
  )
  await waitUntilIdle(page)
  await page.keyboard.press('z')
  const before = moved.themes.map(({ name }) => name)
  await waitUntil(async () => (await themesOf(moved.id)).join() === before.join(), 'the themes from before')
  assertNoProblems()
})
