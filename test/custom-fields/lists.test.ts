import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#store/ids.ts'
import { customFieldObjects, type CustomFieldObject } from '#vocabulary/custom-fields.ts'
import { app, type Body, call, org, useTestServer } from '../test-server.ts'

useTestServer()

const unique = () => `a${newId().slice(-12)}`
const paths: Record<CustomFieldObject, string> = {
  feedback: '/feedback',
  contact: '/contacts',
  account: '/accounts',
  opportunity: '/opportunities',
  initiative: '/initiatives',
  project: '/projects',
}
const bodies: Record<CustomFieldObject, () => Body> = {
  feedback: () => ({ content: `The export fails ${unique()}`, analyze: false }),
  contact: () => ({ email: `${unique()}@gmail.com` }),
  account: () => ({ name: unique() }),
  opportunity: () => ({ title: 'Exports', category: 'PAIN_POINTS' }),
  initiative: () => ({ title: 'Exports' }),
  project: () => ({ title: 'Exports' }),
}
const done = async (method: string, path: string, body?: Body, query?: Record<string, string>): Promise<Body> => {
  const reply = await call(method, path, body, query)
  assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  return reply.body
}
const options = { options: [{ name: 'Low' }, { name: 'High' }, { name: 'Abort' }] }
const define = (object_type: CustomFieldObject, kind: string) =>
  done('POST', '/custom-fields', {
    object_type,
    name: kind,
    kind,
    ...((kind === 'select' || kind === 'multi_select') && options),
  })

/** Three objects with values of every kind and one without, by the letters that the tests name them. */
async function createFour(type: CustomFieldObject) {
  for (const kind of ['text', 'number', 'date', 'person', 'link', 'select', 'multi_select']) await define(type, kind)
  const values: Record<string, Body> = {
    a: {
      text: 'Beta release, 50% done',
      number: 10,
      date: '2026-01-31',
      person: org.admin.userId,
      link: 'https://b.example/x',
      select: 'high',
      multi_select: ['low', 'high'],
    },
    b: {
      text: 'alpha',
      number: -2.5,
      date: '2025-12-31',
      person: org.member.userId,
      link: 'https://a.example',
      select: 'low',
      multi_select: ['abort'],
    },
    c: { text: 'Gamma', number: 9, date: '2026-02-01', select: 'abort' },
    d: {},
  }
  const letters = new Map<string, string>()
  for (const [letter, custom_fields] of Object.entries(values))
    letters.set((await done('POST', paths[type], { ...bodies[type](), custom_fields })).id, letter)
  return (items: Body[]) => items.map(({ id }) => letters.get(id) ?? '?').join('')
}

const filters: [string, string][] = [
  ['text:beta', 'a'],
  ['text:50%', 'a'],
  ['text:', 'd'],
  ['number:10', 'a'],
  ['number:9..', 'ac'],
  ['number:..9', 'bc'],
  ['number:-3..9.5', 'bc'],
  ['number:10|9', 'ac'],
  ['date:2026-01-31..2026-02-01', 'ac'],
  ['date:2025-12-31', 'b'],
  ['link:A.EXAMPLE', 'b'],
  ['select:high', 'a'],
  ['select:high|abort', 'ac'],
  ['select:', 'd'],
  ['multi_select:low', 'a'],
  ['multi_select:abort|low', 'ab'],
  ['multi_select:', 'cd'],
  ['select:high|low,number:..5', 'b'],
]
const sorts: [string, string][] = [
  ['text', 'bacd'],
  ['-text', 'cabd'],
  ['number', 'bcad'],
  ['-number', 'acbd'],
  ['date', 'bacd'],
  ['-date', 'cabd'],
  ['select', 'bacd'],
  ['-select', 'cabd'],
]

for (const type of customFieldObjects)
  test(`the list of ${type} is filtered and sorted by every kind of field, page by page`, async () => {
    const lettersOf = await createFour(type)
    const list = async (query: Record<string, string>) => (await done('GET', paths[type], undefined, query)).data
    const sorted = (items: Body[]) => [...lettersOf(items)].toSorted().join('')
    for (const [custom_field, expected] of filters)
      assert.equal(sorted(await list({ custom_field })), expected, custom_field)
    assert.equal(sorted(await list({ custom_field: `person:${org.admin.userId}|${org.member.userId}` })), 'ab')
    for (const [sort_custom_field, expected] of sorts) {
      assert.equal(lettersOf(await list({ sort_custom_field })), expected, sort_custom_field)
      let paged = ''
      let cursor: string | null = null
      do {
        const page: Body = await done('GET', paths[type], undefined, {
          sort_custom_field,
          limit: '1',
          ...(cursor && { cursor }),
        })
        paged += lettersOf(page.data)
        cursor = page.pagination.next_cursor
      } while (cursor && paged.length < 9)
      assert.equal(paged, expected, `${sort_custom_field} by pages of one`)
    }
    assert.equal(lettersOf(await list({ custom_field: 'number:9..', sort_custom_field: '-date' })), 'ca')
  })

test('filters and sorts that no field can have are refused', async () => {
  for (const kind of ['number', 'date', 'select', 'multi_select', 'person']) await define('project', kind)
  const refused = async (query: Record<string, string>) => {
    const { status, body } = await call('GET', '/projects', undefined, query)
    assert.equal(status, 400, JSON.stringify(query))
    return body.error.details[0].path
  }
  for (const custom_field of ['other:1', 'number:ten', 'number:1..x', 'date:may', 'select:none', 'number', 'Number:1'])
    assert.match(await refused({ custom_field }), /^query\.custom_field/)
  for (const sort_custom_field of ['other', '-multi_select', 'person', "number'", '--number'])
    assert.match(await refused({ sort_custom_field }), /^query\.sort_custom_field/)
  const stranger = await app.org()
  const reply = await app.call(stranger.admin.key, 'GET', '/projects', { query: { custom_field: 'number:1' } })
  assert.equal(reply.status, 400)
})

test('a filter finds rare values behind many others', async () => {
  await define('contact', 'select')
  const items = Array.from({ length: 500 }, () => ({ ...bodies.contact(), custom_fields: { select: 'low' } }))
  const [rare] = (
    await done('POST', '/contacts/bulk', { items: [{ ...bodies.contact(), custom_fields: { select: 'high' } }] })
  ).results
  for (let n = 0; n < 5; n++)
    await done('POST', '/contacts/bulk', { items: items.map((item) => ({ ...item, ...bodies.contact() })) })
  const { data } = await done('GET', '/contacts', undefined, { custom_field: 'select:high' })
  assert.deepEqual(
    data.map(({ id }: Body) => id),
    [rare.id],
  )
})
