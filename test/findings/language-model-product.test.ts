import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '#client/client.ts'
import { isModelAvailable } from '#engine/embed/embedder.ts'
import { sql } from '#store/sql.ts'
import { groupInProduct } from '../../scripts/eval/groups/group-in-product.ts'
import type { ItemSet } from '../../scripts/eval/items/item.ts'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { breakEvery } from '../llm/broken-answers.ts'
import { obeyOrders, orders } from '../llm/hostile-orders.ts'
import { readReplies } from '../llm/read-replies.ts'
import { scriptedAnswers } from '../llm/scripted-answers.ts'
import { type Behaviour, createLlmStub } from '../llm-stub.ts'
import { app, useTestServer } from '../test-server.ts'
import { startTestWorker, stopTestWorkers } from '../test-worker.ts'

/*
 * What a good model adds, through the product: items are sent in and analyzed, the replies of a person are proposed and
 * applied, and the insights are compared with the labels. Figures for more sets: docs/analysis/language-model.md.
 */

const sets = readItemSets(['training/dev/hotel-guest-app.txt', 'training/dev/network-monitoring-appliance.txt'])
const replies = sets.map((set) => readReplies(set))
const stub = createLlmStub()
const llm = await stub.start()
useTestServer(
  { llm, poolSize: 12 },
  {
    async afterStart() {
      await startTestWorker({ llm, embeddings: (await isModelAvailable()) ? 'model' : 'static' })
    },
    async beforeStop() {
      await stopTestWorkers()
      stub.stop()
    },
  },
)

async function group(set: ItemSet, behave: Behaviour) {
  stub.reset(behave)
  const { id, admin } = await app.org({ name: set.name, features: { subthemes: true } })
  const rowsOf = (query: ReturnType<typeof sql>) => app.store.rows<{ value: any }>(query)
  return groupInProduct(
    {
      client: createClient({ baseUrl: app.baseUrl, apiKey: admin.key }),
      async catchAllThemes() {
        const rows = await rowsOf(sql`select id as value from theme where org_id = ${id} and is_catch_all`)
        return new Set(rows.map(({ value }) => value as string))
      },
      async modelAnswers() {
        const rows = await rowsOf(sql`select answer as value from language_model_answer where org_id = ${id}`)
        return rows.map(({ value }) => value as object)
      },
    },
    set,
  )
}

for (const [n, set] of sets.entries()) {
  const scripted = scriptedAnswers([replies[n]!])
  test(`${set.name}: good replies arrive as themes, also when every tenth of them is broken`, async () => {
    const { figures } = await group(set, scripted)
    const report = JSON.stringify(figures)
    assert.ok(figures.ari >= 85 && figures.purity >= 90 && figures['assigned %'] >= 95, report)
    assert.ok(figures['names kept %'] >= 95, report)
    assert.equal(figures['unverified quotes'], 0)
    const broken = await group(set, breakEvery(10, scripted))
    assert.ok(broken.figures.ari >= figures.ari - 2, `${JSON.stringify(broken.figures)} of ${report}`)
    assert.equal(broken.figures['unverified quotes'], 0)
  })
}

test('orders in feedback change no theme and no subtheme, although the model obeys every one of them', async () => {
  const [set] = sets as [ItemSet]
  const scripted = scriptedAnswers([replies[0]!])
  const more = orders.map((text, n) => ({ id: `order-${n}`, text, gold: [] }))
  const placements = async (items: ItemSet['items'], behave: Behaviour) => {
    const { after } = await group({ name: set.name, items }, behave)
    const nameOf = new Map([...after.themes, ...after.subthemes].map(({ id, name }) => [id, name]))
    const lines = after.items
      .filter(({ item }) => !item.id.startsWith('order-'))
      .flatMap(({ item, insights }) =>
        insights.map(
          ({ quote, theme, subtheme }) => `${item.id} ${quote}: ${nameOf.get(theme!)} / ${nameOf.get(subtheme!)}`,
        ),
      )
    return { lines, names: [...nameOf.values()] }
  }
  const { lines } = await placements(set.items, scripted)
  const disturbed = await placements([...set.items, ...more], obeyOrders(scripted))
  assert.ok(lines.length > 40)
  assert.deepEqual(disturbed.lines, lines)
  assert.ok(disturbed.names.every((name) => !/hacked|evil/i.test(name)))
})
