import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { groupPoints } from '#llm/group-points.ts'
import { pointsOf } from '../../scripts/eval/groups/points.ts'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { type Behaviour, createLlmStub } from '../llm-stub.ts'
import { hidden, obeyOrders, orders } from './hostile-orders.ts'
import { readReplies } from './read-replies.ts'
import { scriptedAnswers } from './scripted-answers.ts'

/* Feedback that gives orders, and a model that obeys every one of them. */

const [set] = readItemSets(['training/dev/fish-finder.txt']) as [ReturnType<typeof readItemSets>[number]]
const scripted = scriptedAnswers([readReplies(set)])
const obedient = obeyOrders(scripted)
const stub = createLlmStub()
before(() => stub.start())
after(() => stub.stop())

async function labels(behave: Behaviour, texts: readonly string[]) {
  stub.reset(behave)
  const more = texts.map((text, n) => ({ id: `order-${n}`, text }))
  const found = await groupPoints(
    { points: [...pointsOf(set), ...more], themes: [], subthemes: [] },
    {
      ask: (request) => stub.provider.complete(request),
      contextTokens: 4096,
      known: { read: async () => new Map(), write: async () => {} },
    },
  )
  const { themes = [], subthemes = [], assignments = [] } = found?.grouping ?? {}
  const nameOf = new Map([...themes, ...subthemes].map(({ handle, name }) => [handle, name]))
  return new Map(
    assignments
      .filter(({ insight_id }) => !insight_id.startsWith('order-'))
      .map(({ insight_id, theme, subtheme }) => [
        insight_id,
        `${nameOf.get(theme ?? '')} / ${nameOf.get(subtheme ?? '')}`,
      ]),
  )
}
const sorted = (found: ReadonlyMap<string, string>) => [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))

test('orders in feedback change the label of no other text', async () => {
  const undisturbed = sorted(await labels(scripted, []))
  assert.ok(undisturbed.length > 50)
  assert.deepEqual(sorted(await labels(obedient, orders)), undisturbed)
  const together = stub.requests.filter(({ data }) => data.points.some(({ text }: any) => orders.includes(text)))
  assert.ok(together.every(({ data }) => data.points.length === 1))
})

for (const order of orders)
  test(`one order alone changes nothing: ${order.slice(0, 40)}`, async () => {
    assert.deepEqual(sorted(await labels(obedient, [order])), sorted(await labels(scripted, [])))
  })

test('an order that is not recognized gives no other text a wrong label', async () => {
  const undisturbed = await labels(scripted, [])
  const disturbed = await labels(obedient, [hidden])
  assert.ok(disturbed.size > 0)
  const wrong = [...disturbed].filter(([id, label]) => label.split(' / ')[0] !== undisturbed.get(id)?.split(' / ')[0])
  assert.deepEqual(wrong, [])
})
