import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { type Body, call, useTestServer } from '../test-server.ts'

/* What a file of insights has beside them: who said it, for which company, and in which subthemes. */

useTestServer()

const ok = async (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Body> => {
  const response = await call(method, path, body, query)
  assert.ok(response.status < 300, response.text)
  return response.body
}
const insight = async (more: Body): Promise<Body> =>
  ok('POST', '/insights', {
    name: `Export fails ${newId()}`,
    sentiment: 'NEGATIVE',
    category: 'PAIN_POINTS',
    ...more,
  })
const listed = async (id: string, include: string) => (await ok('GET', '/insights', undefined, { id, include })).data[0]

test('a list of insights has the contact, the company and the subthemes on request', async () => {
  const contact = await ok('POST', '/contacts', {
    email: 'ana@acme.example',
    name: 'Ana "A" Lima',
    company: { name: 'Acme', plan: 'pro' },
  })
  const theme = await ok('POST', '/themes', { name: 'Export' })
  const one = await insight({ contact_id: contact.id, theme_ids: [theme.id] })
  const [b, a] = [
    await ok('POST', `/themes/${theme.id}/subthemes`, { name: 'Beta', insight_ids: [one.id] }),
    await ok('POST', `/themes/${theme.id}/subthemes`, { name: 'Alpha', insight_ids: [] }),
  ]
  const row = await listed(one.id, 'contact,subthemes')
  assert.deepEqual(
    [row.contact_id, row.contact_name, row.contact_email, row.account_id, row.company_name, row.company_plan],
    [contact.id, 'Ana "A" Lima', 'ana@acme.example', contact.account_id, 'Acme', 'pro'],
  )
  assert.deepEqual(row.subthemes, [{ id: b.id, name: 'Beta' }])
  assert.ok(!row.subthemes.some(({ id }: Body) => id === a.id))
  assert.ok(!('contact_id' in (await listed(one.id, 'source'))))
  await ok('DELETE', `/contacts/${contact.id}`)
  const left = await listed(one.id, 'contact')
  assert.deepEqual([left.contact_id, left.contact_email, left.company_name], [null, null, null])
})

test('an insight without a contact has neither', async () => {
  const row = await listed((await insight({})).id, 'contact,subthemes')
  assert.deepEqual([row.contact_id, row.account_id, row.company_name, row.subthemes], [null, null, null, []])
})
