import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { insertFeedback } from '../insert-feedback.ts'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'

/* Insights whose theme a person has to choose: they are listed, sorted, and the choice is taken back. */

useTestServer()

const theme = async (name: string): Promise<string> => (await call('POST', '/themes', { name })).body.id

/** An insight as the analysis leaves it when it is not sure of its theme. */
async function unsortedInsight(suggested: Record<string, number>, more: Body = {}): Promise<string> {
  const { body, text, status } = await call('POST', '/insights', {
    name: 'Export fails',
    sentiment: 'NEGATIVE',
    category: 'BUGS_AND_ERRORS',
    ...more,
  })
  assert.equal(status, 201, text)
  const suggestions = Object.entries(suggested).map(([theme_id, confidence]) => ({ theme_id, confidence }))
  await app.store.run(sql`
    insert into insight_vector (org_id, insight_id, model, vector, mention, theme_suggestions)
    values (${org.id}, ${body.id}, 'none', ${Buffer.alloc(1)}, 'the "export"', ${JSON.stringify(suggestions)}::jsonb)`)
  return body.id
}

const unsorted = async (include = 'theme_suggestions'): Promise<Body[]> =>
  (await call('GET', '/insights', undefined, { unsorted: 'true', include })).body.data
const unsortedIds = async () => (await unsorted()).map(({ id }) => id)
const detail = async (id: string): Promise<Body> => (await call('GET', `/insights/${id}`)).body

test('the list and the detail suggest the live themes, the likeliest first', async () => {
  const [exports, billing, archived] = [await theme('Export'), await theme('Billing'), await theme('Gone')]
  await call('DELETE', `/themes/${archived}`)
  const id = await unsortedInsight({ [billing]: 0.21, [exports]: 0.41, [archived]: 0.3 })
  const expected = [
    { id: exports, name: 'Export', confidence: 0.41 },
    { id: billing, name: 'Billing', confidence: 0.21 },
  ]
  assert.deepEqual((await unsorted()).find((one) => one.id === id)!.theme_suggestions, expected)
  assert.deepEqual((await detail(id)).theme_suggestions, expected)
})

test('a chosen theme, or none, sorts an insight; taking the choice back makes it unsorted with its suggestions', async () => {
  const exports = await theme('Exports to files')
  const id = await unsortedInsight({ [exports]: 0.41 })
  const suggested = (await detail(id)).theme_suggestions
  for (const theme_ids of [[exports], []]) {
    await call('PATCH', `/insights/${id}/themes`, { theme_ids })
    assert.ok(!(await unsortedIds()).includes(id))
    assert.deepEqual((await detail(id)).theme_suggestions, [])
    const { status, body } = await call('DELETE', `/insights/${id}/themes`)
    assert.deepEqual([status, body.themes, body.theme_suggestions], [200, [], suggested])
    assert.ok((await unsortedIds()).includes(id))
    assert.equal((await call('GET', `/themes/${exports}`)).body.insight_count, 0)
  }
})

test('the dashboard counts what the list has', async () => {
  const before = (await unsortedIds()).length
  await unsortedInsight({})
  assert.equal((await call('GET', '/dashboard')).body.unsorted_insight_count, before + 1)
})

test('a change of another field is no choice of a theme', async () => {
  const exports = await theme('Exports by mail')
  const id = await unsortedInsight({ [exports]: 0.41 })
  assert.equal((await call('PATCH', `/insights/${id}`, { category: 'PAIN_POINTS' })).status, 200)
  assert.ok((await unsortedIds()).includes(id))
  assert.equal((await detail(id)).theme_suggestions.length, 1)
})

test('the list says who said it, where and about what, on request', async () => {
  const contact = newId()
  await app.store.run(sql`
    insert into contact (org_id, id, name, email) values (
      ${org.id}, ${contact}, 'Ana "A" Lima', 'ana@example.com')`)
  const feedback_id = await insertFeedback(app.store, org.id, {
    content: 'The export spins forever',
    source: 'zendesk',
    source_type: 'cs_ticket',
    contact_id: contact,
  })
  const said = await unsortedInsight({}, { feedback_id })
  const written = await unsortedInsight({})
  const rows = await unsorted('source,subject')
  const sourceOf = (id: string) => {
    const { source, user_name, user_email, subject } = rows.find((one) => one.id === id)!
    return [source, user_name, user_email, subject]
  }
  assert.deepEqual(sourceOf(said), ['zendesk', 'Ana "A" Lima', 'ana@example.com', 'the "export"'])
  assert.deepEqual(sourceOf(written), [null, null, null, 'the "export"'])
  assert.equal((await detail(said)).subject, 'the "export"')
  assert.ok(!('source' in (await unsorted()).find(({ id }) => id === said)!))
})
