import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadInput, createClient } from '#client/client.ts'
import { type Heard, openBackend, type Reply } from './backend.ts'
import { things } from './things.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const queryOf = ({ url }: Heard) => Object.fromEntries(new URL(url, 'http://x').searchParams)
const item = (n: number) => ({ id: String(n), title: `thing ${n}` })

/** Five things, two to a page, by cursors that say where to go on. */
function byCursor(heard: Heard): Reply {
  const from = Number(queryOf(heard).cursor ?? 0)
  const data = [0, 1, 2, 3, 4].slice(from, from + 2).map(item)
  const has_more = from + 2 < 5
  return { body: { data, pagination: { next_cursor: has_more ? String(from + 2) : null, has_more } } }
}

test('all items of all pages come in order, and each page is asked for with the same filters', async (t) => {
  const { baseUrl, heard } = await openBackend(t, byCursor)
  const client = createClient({ baseUrl, apiKey: 'key', inventory: things })
  const seen: string[] = []
  for await (const thing of client.all('listThings', { limit: 2, state: ['new'] })) seen.push(thing.title)
  assert.deepEqual(seen, ['thing 0', 'thing 1', 'thing 2', 'thing 3', 'thing 4'])
  assert.deepEqual(heard.map(queryOf), [
    { limit: '2', state: 'new' },
    { limit: '2', state: 'new', cursor: '2' },
    { limit: '2', state: 'new', cursor: '4' },
  ])
})

test('pages come whole, and no page is asked for before it is wanted', async (t) => {
  const { baseUrl, heard } = await openBackend(t, byCursor)
  const client = createClient({ baseUrl, apiKey: 'key', inventory: things })
  for await (const page of client.pages('listThings')) {
    assert.equal(page.pagination.next_cursor, '2')
    break
  }
  assert.equal(heard.length, 1)
})

test('pages by offset go on behind what was seen', async (t) => {
  const { baseUrl, heard } = await openBackend(t, (request) => {
    const offset = Number(queryOf(request).offset ?? 0)
    const data = [0, 1, 2, 3, 4].slice(offset, offset + 2).map(item)
    return { body: { data, pagination: { total: 5, has_more: offset + 2 < 5, offset, limit: 2 } } }
  })
  const client = createClient({ baseUrl, apiKey: 'key', inventory: things })
  const seen: string[] = []
  for await (const part of client.all('listParts', { thingId: id })) seen.push(part.id)
  assert.deepEqual(seen, ['0', '1', '2', '3', '4'])
  assert.deepEqual(
    heard.map((request) => queryOf(request).offset),
    [undefined, '2', '4'],
  )
})

test('a page that promises more and holds nothing ends the walk', async (t) => {
  const pagination = { total: 5, has_more: true, offset: 0, limit: 2 }
  const { baseUrl, heard } = await openBackend(t, () => ({ body: { data: [], pagination } }))
  const client = createClient({ baseUrl, apiKey: 'key', inventory: things })
  for await (const _ of client.all('listParts', { thingId: id })) assert.fail('there is nothing')
  assert.equal(heard.length, 1)
})

test('an operation without pages cannot be walked', () => {
  const client = createClient({ baseUrl: 'http://x', apiKey: 'key', inventory: things })
  assert.throws(() => client.all('createThing' as 'listThings'), new BadInput('createThing has no pages'))
  assert.throws(() => client.all('toString' as 'listThings'), new BadInput('there is no operation toString'))
})
