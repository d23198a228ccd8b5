import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidInputError, createClient } from '#client/client.ts'
import { type Heard, openBackend, type Reply } from './backend.ts'
import { things } from './sample-inventory.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const queryOf = ({ url }: Heard) => Object.fromEntries(new URL(url, 'http://x').searchParams)
const item = (n: number) => ({ id: String(n), title: `thing ${n}` })

/** Five items in pages of two, paged by cursor. */
function byCursor(heard: Heard): Reply {
  const from = Number(queryOf(heard).cursor ?? 0)
  const data = [0, 1, 2, 3, 4].slice(from, from + 2).map(item)
  const has_more = from + 2 < 5
  return { body: { data, pagination: { next_cursor: has_more ? String(from + 2) : null, has_more } } }
}

test('all items come in order, and each page is requested with the same filters', async (t) => {
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

test('pages are fetched lazily', async (t) => {
  const { baseUrl, heard } = await openBackend(t, byCursor)
  const client = createClient({ baseUrl, apiKey: 'key', inventory: things })
  for await (const page of client.pages('listThings')) {
    assert.equal(page.pagination.next_cursor, '2')
    break
  }
  assert.equal(heard.length, 1)
})

test('offset paging continues after the items seen so far', async (t) => {
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

test('an empty page ends the iteration even if it promises more', async (t) => {
  const pagination = { total: 5, has_more: true, offset: 0, limit: 2 }
  const { baseUrl, heard } = await openBackend(t, () => ({ body: { data: [], pagination } }))
  const client = createClient({ baseUrl, apiKey: 'key', inventory: things })
  for await (const _ of client.all('listParts', { thingId: id })) assert.fail('there is nothing')
  assert.equal(heard.length, 1)
})

test('an operation without pages cannot be iterated', () => {
  const client = createClient({ baseUrl: 'http://x', apiKey: 'key', inventory: things })
  assert.throws(
    () => client.all('createThing' as 'listThings'),
    new InvalidInputError('createThing is not a paged list'),
  )
  assert.throws(() => client.all('toString' as 'listThings'), new InvalidInputError('there is no operation toString'))
})
