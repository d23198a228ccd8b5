import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leaveOrganization } from '#domain/access/members/changes.ts'
import { discussedKinds } from '#vocabulary/discussions.ts'
import { newId } from '#store/ids.ts'
import { app, org, useTestServer } from '../test-server.ts'
import { callsOf, createUserIn } from './members.ts'

useTestServer()

type Body = Record<string, unknown>

const as = (key: string) => callsOf(app, key)
const admin = () => as(org.admin.key)
const member = () => as(org.member.key)

const insightBody = (name: string) => ({ name, sentiment: 'NEGATIVE', category: 'PAIN_POINTS' })
const createInsight = async (name = 'Export fails') =>
  (await admin().ok('POST', '/insights', insightBody(name))).id as string

const listOf = (object_type: string, object_id: string) =>
  admin().ok('GET', `/comments?object_type=${object_type}&object_id=${object_id}`)
const bodiesOf = async (object_type: string, object_id: string) =>
  (await listOf(object_type, object_id)).data.map(({ body }: { body: string }) => body)

/** One object of each kind that can be discussed. */
const creators: Record<(typeof discussedKinds)[number], () => Promise<{ id: string }>> = {
  insight: async () => ({ id: await createInsight() }),
  feedback: () => admin().ok('POST', '/feedback', { content: 'The export fails.' }),
  theme: () => admin().ok('POST', '/themes', { name: `Theme ${newId()}` }),
  opportunity: () => admin().ok('POST', '/opportunities', { title: 'Exports', category: 'PAIN_POINTS' }),
  initiative: () => admin().ok('POST', '/initiatives', { title: 'Exports' }),
  project: () => admin().ok('POST', '/projects', { title: 'Exports' }),
  account: () => admin().ok('POST', '/accounts', { name: `Company ${newId()}` }),
}

for (const kind of discussedKinds)
  test(`a comment on ${kind} can be written, answered, read and found`, async () => {
    const { id } = await creators[kind]()
    const word = `zebra${kind}`
    const comment = await admin().ok('POST', '/comments', { object_type: kind, object_id: id, body: `A ${word} text` })
    assert.deepEqual(comment.author, { user_id: org.admin.userId, name: comment.author.name })
    const reply = await member().ok('POST', '/comments', {
      object_type: kind,
      object_id: id,
      body: 'I agree',
      parent_id: comment.id,
    })
    assert.equal(reply.parent_id, comment.id)
    const nested = await admin().ok('POST', '/comments', {
      object_type: kind,
      object_id: id,
      body: 'Thanks',
      parent_id: reply.id,
    })
    assert.equal(nested.parent_id, comment.id, 'threads have one level')
    const other = await admin().ok('POST', '/comments', { object_type: kind, object_id: id, body: 'Another thread' })
    const list = await listOf(kind, id)
    assert.deepEqual(
      list.data.map((one: { id: string }) => one.id),
      [comment.id, reply.id, nested.id, other.id],
    )
    assert.deepEqual([list.comment_count, list.open_thread_count], [4, 2])
    const { data } = await admin().ok('GET', `/search?q=${word}&types=comment`)
    assert.deepEqual(
      data.map(({ type, id: found, url }: Body) => [type, found, url]),
      [['comment', comment.id, `/comments/${comment.id}`]],
    )
  })

test('only the author and admins change and delete a comment, and everyone resolves and reacts', async () => {
  const object = { object_type: 'insight', object_id: await createInsight() }
  const mine = await admin().ok('POST', '/comments', { ...object, body: 'First' })
  const refused = await member().send('PATCH', `/comments/${mine.id}`, { body: 'Changed' })
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'ROLE_NOT_ALLOWED'])
  assert.equal((await member().send('DELETE', `/comments/${mine.id}`)).status, 403)
  const theirs = await member().ok('POST', '/comments', { ...object, body: 'Theirs' })
  const changed = await member().ok('PATCH', `/comments/${theirs.id}`, { body: 'Theirs, changed' })
  assert.equal(changed.body, 'Theirs, changed')
  assert.ok(changed.edited_at)
  assert.equal((await admin().ok('PATCH', `/comments/${theirs.id}`, { body: 'By an admin' })).body, 'By an admin')
  const resolved = await member().ok('POST', `/comments/${mine.id}/resolve`)
  assert.equal(resolved.resolved_by.user_id, org.member.userId)
  assert.equal((await listOf('insight', object.object_id)).open_thread_count, 1)
  assert.equal((await admin().ok('POST', `/comments/${mine.id}/reopen`)).resolved_at, null)
  await admin().ok('POST', `/comments/${mine.id}/reactions/heart`)
  await admin().ok('POST', `/comments/${mine.id}/reactions/heart`)
  const reacted = await member().ok('POST', `/comments/${mine.id}/reactions/heart`)
  assert.deepEqual(reacted.reactions, [{ reaction: 'heart', user_ids: [org.admin.userId, org.member.userId] }])
  const less = await admin().ok('DELETE', `/comments/${mine.id}/reactions/heart`)
  assert.deepEqual(less.reactions, [{ reaction: 'heart', user_ids: [org.member.userId] }])
})

test('a deleted comment is gone, and stays empty as long as it has replies', async () => {
  const object = { object_type: 'insight', object_id: await createInsight() }
  const first = await admin().ok('POST', '/comments', { ...object, body: 'Secret first' })
  const reply = await member().ok('POST', '/comments', { ...object, body: 'Reply', parent_id: first.id })
  await admin().ok('DELETE', `/comments/${first.id}`)
  const { data, comment_count } = await listOf('insight', object.object_id)
  assert.deepEqual(
    data.map(({ body, deleted }: Body) => [body, deleted]),
    [
      ['', true],
      ['Reply', false],
    ],
  )
  assert.equal(comment_count, 1)
  assert.equal((await admin().send('PATCH', `/comments/${first.id}`, { body: 'Back' })).status, 404)
  await member().ok('DELETE', `/comments/${reply.id}`)
  assert.deepEqual(await bodiesOf('insight', object.object_id), [])
  assert.equal((await admin().send('GET', `/comments/${first.id}`)).status, 404)
})

test('comments go with a deleted object, and merged objects have the comments of both', async () => {
  const [kept, merged] = [await createInsight('Kept'), await createInsight('Merged')]
  const [a, b] = await Promise.all(
    [kept, merged].map((object_id) =>
      admin().ok('POST', '/comments', { object_type: 'insight', object_id, body: `On ${object_id}` }),
    ),
  )
  await admin().ok('POST', `/insights/${kept}/merge`, { source_insight_ids: [merged] })
  assert.deepEqual((await bodiesOf('insight', kept)).sort(), [a.body, b.body].sort())
  const gone = await admin().send('GET', `/comments?object_type=insight&object_id=${merged}`)
  assert.deepEqual([gone.body.error.code, gone.body.error.replacement_id], ['MERGED', kept])
  const reply = { object_type: 'insight', object_id: kept, body: 'Reply', parent_id: b.id }
  assert.equal((await member().ok('POST', '/comments', reply)).parent_id, b.id)
  await admin().ok('DELETE', `/insights/${kept}`)
  assert.equal((await admin().send('GET', `/comments/${a.id}`)).status, 404)
  assert.equal((await admin().send('GET', `/comments?object_type=insight&object_id=${kept}`)).status, 404)
  assert.deepEqual(
    (await admin().ok('GET', '/search?q=On&types=comment')).data.map((one: Body) => one.id).includes(a.id),
    false,
  )
})

test('an archived object can be read, and not commented on', async () => {
  const { id } = await creators.project()
  await admin().ok('POST', '/comments', { object_type: 'project', object_id: id, body: 'Before' })
  await admin().ok('POST', '/build/projects', { action: 'archive', project_id: id })
  assert.deepEqual(await bodiesOf('project', id), ['Before'])
  const refused = await admin().send('POST', '/comments', { object_type: 'project', object_id: id, body: 'After' })
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'INVALID_STATE'])
})

test('what is not there is named: objects, comments and members', async () => {
  const object_id = await createInsight()
  const pathOf = async (body: Body) => {
    const reply = await admin().send('POST', '/comments', { object_type: 'insight', object_id, body: 'Text', ...body })
    assert.equal(reply.status, 400, reply.text)
    return reply.body.error.details[0].path
  }
  assert.equal(await pathOf({ object_id: newId() }), 'body.object_id')
  assert.equal(await pathOf({ object_type: 'theme' }), 'body.object_id')
  assert.equal(await pathOf({ object_type: 'contact' }), 'body.object_type')
  assert.equal(await pathOf({ body: '  ' }), 'body.body')
  assert.equal(await pathOf({ body: `Hello @user_${'0'.repeat(32)}` }), 'body.body')
  assert.equal(await pathOf({ parent_id: newId() }), 'body.parent_id')
  const elsewhere = await admin().ok('POST', '/comments', {
    object_type: 'insight',
    object_id: await createInsight(),
    body: 'Elsewhere',
  })
  assert.equal(await pathOf({ parent_id: elsewhere.id }), 'body.parent_id')
})

test('a member who leaves keeps their comments without a name', async () => {
  const { userId, key } = await createUserIn(app, org.id, 'Leaving Person')
  const object = { object_type: 'insight', object_id: await createInsight() }
  const comment = await as(key).ok('POST', '/comments', { ...object, body: 'I was here' })
  await admin().ok('POST', '/comments', { ...object, body: `Thanks @${userId}` })
  await app.store.transaction((db) => leaveOrganization(db, org.id, userId))
  const { data } = await listOf('insight', object.object_id)
  assert.deepEqual(
    data.map(({ author, mentions, body }: any) => [author?.user_id ?? null, mentions.length, body]),
    [
      [null, 0, 'I was here'],
      [org.admin.userId, 0, `Thanks @${userId}`],
    ],
  )
  assert.ok(!JSON.stringify(data).includes('Leaving Person'))
  assert.equal((await admin().ok('PATCH', `/comments/${comment.id}`, { body: 'Tidied' })).author, null)
})

test('pages of comments hold threads in order, one after the other', async () => {
  const object = { object_type: 'insight', object_id: await createInsight() }
  const first = await admin().ok('POST', '/comments', { ...object, body: '1' })
  for (const body of ['2', '3']) await admin().ok('POST', '/comments', { ...object, body })
  await admin().ok('POST', '/comments', { ...object, body: '1.1', parent_id: first.id })
  const found: string[] = []
  let cursor: string | undefined
  do {
    const query = new URLSearchParams({ ...object, limit: '1', ...(cursor && { cursor }) })
    const page = await admin().ok('GET', `/comments?${query}`)
    found.push(...page.data.map(({ body }: { body: string }) => body))
    cursor = page.pagination.next_cursor ?? undefined
  } while (cursor && found.length < 10)
  assert.deepEqual(found, ['1', '1.1', '2', '3'])
})
