import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, EarshotError } from '#client/client.ts'
import { useTestServerWithSharedOrg, org, app } from '../test-server.ts'

/* A typical workflow through the SDK. */

useTestServerWithSharedOrg()

test('groups raw insights into two themes', async () => {
  const earshot = createClient({ baseUrl: app.baseUrl, apiKey: org.member.key })
  assert.equal((await earshot.getMe()).role, 'member')

  const exports = await earshot.createTheme({ name: 'Export' })
  const reports = await earshot.createTheme({
    name: 'Exports and reports',
    definition: 'Anything that leaves the product.',
  })
  for (let i = 0; i < 12; i++)
    await earshot.createInsight({
      name: `Finding ${i}`,
      sentiment: i % 3 ? 'NEGATIVE' : 'POSITIVE',
      category: i % 2 ? 'PAIN_POINTS' : 'FEATURE_REQUESTS',
      theme_ids: [i % 2 ? exports.id : reports.id],
    })

  const negative = []
  for await (const insight of earshot.all('listInsights', { sentiment: ['NEGATIVE'], limit: 3 })) negative.push(insight)
  assert.equal(negative.length, 8)

  const [first, twin] = negative
  const kept = await earshot.mergeInsights({ insightId: first!.id, source_insight_ids: [twin!.id] })
  assert.equal(kept.id, first!.id)
  await assert.rejects(
    earshot.getInsight({ insightId: twin!.id }),
    (error) => error instanceof EarshotError && error.code === 'MERGED' && error.replacementId === first!.id,
  )

  const merged = await earshot.mergeThemes({ themeId: reports.id, source_theme_ids: [exports.id] })
  assert.equal(merged.insight_count, 11)
  assert.equal(merged.sentiment_breakdown.positive + merged.sentiment_breakdown.negative, 11)
  const { data } = await earshot.listThemes()
  assert.deepEqual(
    data.map((theme) => [theme.id, theme.insight_count]),
    [[reports.id, 11]],
  )
  const { data: categories } = await earshot.listCategories()
  assert.equal(
    categories.reduce((sum, category) => sum + category.insight_count, 0),
    11,
  )
})

test('a repeated request with its key takes effect once, and an invalid one names its field', async () => {
  const earshot = createClient({ baseUrl: app.baseUrl, apiKey: org.admin.key })
  const once = await earshot.createTheme({ name: 'Once' }, { idempotencyKey: 'journey-1' })
  const again = await earshot.createTheme({ name: 'Once' }, { idempotencyKey: 'journey-1' })
  assert.deepEqual([again.id, again.idempotency?.replayed], [once.id, true])
  await assert.rejects(
    earshot.createTheme({ name: 'Once' }),
    (error) => error instanceof EarshotError && error.code === 'DUPLICATE',
  )
  await assert.rejects(earshot.createTheme({ name: '', color: '#zzz' } as never), (error) => {
    assert.ok(error instanceof EarshotError)
    assert.deepEqual(error.details?.map((detail) => detail.path).sort(), ['body.color', 'body.name', 'body.name'])
    return true
  })
})
