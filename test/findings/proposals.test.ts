import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClusteredInsight, reviewThemes } from '#engine/clustering/review-themes.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { call, org, app } from '../test-server.ts'
import { waitForLockWaits } from '../wait-for.ts'
import { callOk, useTestWorkerWithSharedOrg, waitForOrgJobs } from '../test-worker.ts'

useTestWorkerWithSharedOrg()

const width = 384
/** Near one of some dissimilar directions; deterministic. */
function vectorAt(direction: number, n: number): Float32Array {
  const vector = Float32Array.from(
    { length: width },
    (_, d) => Math.sin((n + 1) * 12.9898 + d * 78.233 + direction) * 0.02,
  )
  vector[direction * 20]! += 1
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
const insightsPerSubtheme = 12
const members = (theme: string, subtheme: string, direction: number, text: string): ClusteredInsight[] =>
  Array.from({ length: insightsPerSubtheme }, (_, n) => ({
    theme,
    subtheme,
    text: `${text}, case ${n}`,
    vector: vectorAt(direction, n),
    area: null,
    mention: null,
  }))
const theme = (id: string, name: string, pinned = false) => ({
  id,
  name,
  pinned,
  is_catch_all: false,
  definition: null,
  belongs: [],
  does_not_belong: [],
  origin: 'auto',
  area: null,
})
const insights = [
  ...members('a', 'a1', 1, 'The invoice export fails'),
  ...members('b', 'b1', 1, 'Exporting an invoice stops'),
  ...members('c', 'c1', 2, 'Please add a dark mode'),
  ...members('c', 'c2', 3, 'The login page loops'),
  ...members('d', 'd1', 4, 'Battery drain on phones'),
  ...members('e', 'e1', 5, 'Search ranks old notes'),
]
const meanOf = (all: readonly ClusteredInsight[]) =>
  Float32Array.from({ length: width }, (_, d) => all.reduce((sum, one) => sum + one.vector[d]!, 0) / all.length)
/** A phrase has the direction of the insights that use it. */
const embed = async (phrases: readonly string[]) =>
  phrases.map((phrase) => {
    const words = [/invoice|export/i, /dark/i, /login|page/i, /battery|drain/i, /search|note/i]
    return vectorAt(words.findIndex((one) => one.test(phrase)) + 1, 0)
  })
const review = (pinned: readonly string[] = [], is_catch_all: readonly string[] = []) =>
  reviewThemes(
    meanOf(insights),
    [
      theme('a', 'Invoice export'),
      theme('b', 'Invoices'),
      theme('c', 'Dark mode'),
      theme('d', 'Weather'),
      theme('e', 'Search ranks'),
    ].map((one) => ({ ...one, pinned: pinned.includes(one.id), is_catch_all: is_catch_all.includes(one.id) })),
    insights,
    embed,
  )

test('proposes to merge similar themes, to split dissimilar parts, and to rename a theme whose name is not used', async () => {
  const found = await review()
  const shown = found.map(({ kind, theme, other, subthemes }) => [kind, theme, other, subthemes.join()]).sort()
  assert.deepEqual(shown, [
    ['merge', 'a', 'b', ''],
    ['rename', 'd', null, ''],
    ['split', 'c', null, found.find((one) => one.kind === 'split')!.subthemes.join()],
  ])
  const split = found.find((one) => one.kind === 'split')!
  assert.ok(['c1', 'c2'].includes(split.subthemes.join()) && split.insights === 12 && split.name)
  assert.match(found.find((one) => one.kind === 'rename')!.name!, /battery/i)
  assert.deepEqual(await review(), found, 'the same evidence, the same proposals')
})

test('a theme that is named after its product area keeps the name, though nobody says it', async () => {
  const themes = [{ ...theme('d', 'Devices and hardware'), area: 'Devices and hardware' }, theme('e', 'Search ranks')]
  const own = insights.filter((insight) => themes.some(({ id }) => id === insight.theme))
  assert.deepEqual(await reviewThemes(meanOf(own), themes, own, embed), [])
})

test('a pinned theme is never merged away, split or renamed, but others may be merged into it', async () => {
  const found = await review(['b', 'c', 'd', 'e'])
  assert.deepEqual(
    found.map(({ kind, theme, other }) => [kind, theme, other]),
    [['merge', 'b', 'a']],
  )
})

test('the catch-all theme absorbs no theme and gets no name, but may be split or merged into another', async () => {
  const found = await review([], ['a', 'c', 'd'])
  assert.deepEqual(
    found.map(({ kind, theme, other }) => [kind, theme, other]),
    [
      ['merge', 'b', 'a'],
      ['split', 'c', null],
    ],
  )
})

async function insertAutoTheme(name: string): Promise<string> {
  const id = newId()
  await app.store.run(
    sql`insert into theme (org_id, id, name, color, origin) values (${org.id}, ${id}, ${name}, '#3b82f6', 'auto')`,
  )
  return id
}
async function insertProposal(
  kind: string,
  theme: string,
  more: { other?: string; name?: string; subthemes?: string[] } = {},
): Promise<string> {
  const id = newId()
  await app.store.run(sql`
    insert into theme_proposal (org_id, id, kind, theme_id, other_theme_id, name, subtheme_ids, reason)
    values (${org.id}, ${id}, ${kind}, ${theme}, ${more.other ?? null}, ${more.name ?? null},
      ${more.subthemes ?? []}::uuid[], 'Because')`)
  return id
}
async function createInsightIn(themeId: string, subthemeId: string | null): Promise<string> {
  const { id } = (
    await app.call(org.admin.key, 'POST', '/insights', {
      body: { name: 'Found', sentiment: 'NEUTRAL', category: 'DELIGHTS', theme_ids: [themeId] },
    })
  ).body
  await app.store.run(sql`update insight set edited_by_human = false where org_id = ${org.id} and id = ${id}`)
  if (subthemeId)
    await app.store.run(
      sql`insert into subtheme_insight (org_id, subtheme_id, insight_id) values (${org.id}, ${subthemeId}, ${id})`,
    )
  return id
}

test('accepting a merge merges the themes and redirects the old id', async () => {
  const [keep, gone] = [await insertAutoTheme('Keep'), await insertAutoTheme('Gone')]
  await createInsightIn(gone, null)
  const id = await insertProposal('merge', keep, { other: gone })
  const [listed] = (await callOk('GET', '/theme-proposals', undefined, { kind: 'merge' })).data
  assert.deepEqual([listed.id, listed.theme.name, listed.other_theme.name, listed.status], [id, 'Keep', 'Gone', 'open'])
  const accepted = await callOk('POST', `/theme-proposals/${id}/accept`)
  assert.deepEqual([accepted.status, accepted.decided_by], ['accepted', org.admin.userId])
  assert.equal((await callOk('GET', `/themes/${keep}`)).insight_count, 1)
  assert.equal((await call('GET', `/themes/${gone}`)).body.error.code, 'MERGED')
  assert.deepEqual(
    (await callOk('GET', '/theme-proposals', undefined, { status: 'accepted' })).data.map((one: any) => one.id),
    [id],
  )
})

test('accepting a split moves whole subthemes with their insights and keeps all ids', async () => {
  const whole = await insertAutoTheme('Whole')
  const [stays, leaves] = [newId(), newId()]
  for (const [id, name] of [
    [stays, 'Stays'],
    [leaves, 'Leaves'],
  ])
    await app.store.run(
      sql`insert into subtheme (org_id, id, theme_id, name) values (${org.id}, ${id!}, ${whole}, ${name!})`,
    )
  const [one, two] = [await createInsightIn(whole, stays), await createInsightIn(whole, leaves)]
  await callOk(
    'POST',
    `/theme-proposals/${await insertProposal('split', whole, { name: 'Part', subthemes: [leaves] })}/accept`,
  )
  const part = (await callOk('GET', '/themes', undefined, { q: 'Part' })).data[0]
  assert.deepEqual([part.insight_count, (await callOk('GET', `/themes/${whole}`)).insight_count], [1, 1])
  assert.deepEqual(
    (await callOk('GET', `/themes/${part.id}/insights`)).data.map((i: any) => i.id),
    [two],
  )
  assert.deepEqual(
    (await callOk('GET', `/themes/${whole}/insights`)).data.map((i: any) => i.id),
    [one],
  )
  assert.deepEqual(
    await app.store.rows(
      sql`select theme_id from subtheme where org_id = ${org.id} and id = any(${[stays, leaves]}::uuid[]) order by name desc`,
    ),
    [{ theme_id: whole }, { theme_id: part.id }],
  )
})

test('accepting a rename keeps the id and pins the theme; a second decision is refused', async () => {
  const id = await insertAutoTheme('Blurry')
  const rename = await insertProposal('rename', id, { name: 'Clear' })
  await callOk('POST', `/theme-proposals/${rename}/accept`)
  assert.equal((await callOk('GET', `/themes/${id}`)).name, 'Clear')
  assert.equal((await call('POST', `/theme-proposals/${rename}/reject`)).body.error.code, 'INVALID_STATE')
  const again = await insertProposal('rename', id, { name: 'Clearer' })
  assert.equal(
    (await call('POST', `/theme-proposals/${again}/accept`)).body.error.code,
    'INVALID_STATE',
    'pinned since',
  )
  assert.equal((await callOk('POST', `/theme-proposals/${again}/reject`)).status, 'rejected')
  const taken = await insertProposal('rename', await insertAutoTheme('Third'), { name: 'Clear' })
  assert.equal((await call('POST', `/theme-proposals/${taken}/accept`)).body.error.code, 'DUPLICATE')
  assert.equal((await callOk('GET', '/theme-proposals')).data.length, 1, 'nothing half done')
})

test('refreshing proposals deletes those that no longer hold and keeps decided ones', async () => {
  const before = await app.store.rows(
    sql`select id, status from theme_proposal where org_id = ${org.id} and status <> 'open' order by id`,
  )
  const lines = [
    'The CSV export stops at row',
    'Exporting to CSV gives an empty file number',
    'Please add a dark mode for screen',
    'A dark theme would help on display',
  ]
  const items = Array.from({ length: 32 }, (_, n) => ({
    content: `${lines[n % 4]} ${n}`,
    contact: { email: `p${n}@example.com` },
  }))
  await app.call(org.admin.key, 'POST', '/feedback/bulk', { body: { items } })
  const { job_id } = await callOk('POST', '/theme-proposals/refresh')
  await waitForOrgJobs()
  assert.equal((await callOk('GET', `/jobs/${job_id}`)).status, 'ready')
  await callOk('POST', '/theme-proposals/refresh')
  await waitForOrgJobs()
  assert.deepEqual(
    await app.store.rows(
      sql`select id, status from theme_proposal where org_id = ${org.id} and status <> 'open' order by id`,
    ),
    before,
  )
  assert.deepEqual(
    (await callOk('GET', '/theme-proposals')).data.filter((one: any) => one.reason === 'Because'),
    [],
  )
})

test('accepting a proposal whose theme is merged at the same time is refused', async () => {
  const [kept, gone] = [await insertAutoTheme('Stays'), await insertAutoTheme('Goes')]
  const rename = await insertProposal('rename', gone, { name: 'Never' })
  const [accepting] = await app.store.transaction(async (tx) => {
    await tx.run(
      sql`update theme set merged_into_id = ${kept}, archived_at = now() where org_id = ${org.id} and id = ${gone}`,
    )
    const waits = call('POST', `/theme-proposals/${rename}/accept`)
    await waitForLockWaits(app, 1)
    return [waits]
  })
  const { status, body } = await accepting!
  assert.deepEqual([status, body.error.code], [409, 'INVALID_STATE'])
})
