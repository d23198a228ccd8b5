import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { app, type Body, org, useTestServer } from '../test-server.ts'
import { callOk } from '../test-worker.ts'

/* An agent reads the points of an organization and proposes how to group them, in few tokens. */

useTestServer()

const tokensOf = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)
const topics = ['Exports', 'Sign-in', 'Dark mode', 'Invoices', 'Mobile app', 'Search', 'Reports', 'Permissions']
const complaint = (n: number) =>
  `${topics[n % topics.length]!} stop with an error message whenever more than ${n} colleagues of the customer use them`

/** As the analysis leaves them: in one theme, which nobody has chosen. */
async function createPoints(count: number): Promise<{ theme: string; ids: string[] }> {
  const { id: theme } = await callOk('POST', '/themes', { name: 'Everything' })
  const ids = Array.from({ length: count }, () => newId())
  await app.store.run(sql`
    insert into insight (org_id, id, name, sentiment, category, theme_ids)
    select ${org.id}, x.id, x.name, 'NEGATIVE', 'BUGS_AND_ERRORS', array[${theme}]::uuid[]
    from unnest(${ids}::uuid[], ${ids.map((_, n) => complaint(n))}::text[]) as x (id, name)`)
  await app.store.run(sql`
    insert into insight_theme (org_id, theme_id, insight_id)
    select ${org.id}, ${theme}, id from unnest(${ids}::uuid[]) as id`)
  await app.store.run(sql`update theme set insight_count = ${count}, origin = 'auto' where org_id = ${org.id}`)
  return { theme, ids }
}

async function connect(t: TestContext) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${app.baseUrl}/mcp?toolsets=default,points`), {
      requestInit: { headers: { authorization: `Bearer ${org.admin.key}` } },
    }),
  )
  t.after(() => client.close())
  const read: unknown[] = []
  const written: unknown[] = []
  const call = async (name: string, args: Body = {}) => {
    const answer = (await client.callTool({ name, arguments: args })) as CallToolResult & { structuredContent: Body }
    written.push({ name, arguments: args })
    // A host gives the model the content or the structured content, which are the same.
    read.push(answer.content)
    return answer
  }
  return { client, call, read, written }
}

test('300 points take less than 8,000 tokens, each at most 20, in pages that miss none', async (t) => {
  const { theme, ids } = await createPoints(350)
  await callOk('POST', '/insights', {
    name: 'いつもエクスポートが途中で止まってしまうのでとても困っています。早く直してください。本当に。',
    sentiment: 'NEGATIVE',
    category: 'BUGS_AND_ERRORS',
    theme_ids: [theme],
  })
  const { call } = await connect(t)
  const first = await call('list_points', { theme_id: theme, limit: 300 })
  const { data, pagination } = first.structuredContent
  assert.equal(data.length, 300)
  assert.ok(tokensOf(first.structuredContent) < 8000, String(tokensOf(first.structuredContent)))
  for (const line of data) assert.ok(Buffer.byteLength(`${JSON.stringify(line)},`) <= 80, line)
  assert.match(data[1], /^[0-9a-f]{10} - \S/)
  const rest = await call('list_points', { theme_id: theme, limit: 300, cursor: pagination.next_cursor })
  const handles = [...data, ...rest.structuredContent.data].map((line: string) => line.slice(0, 10))
  assert.equal(new Set(handles).size, 351)
  assert.ok(ids.every((id) => handles.includes(id.slice(-10))))
  assert.deepEqual((await call('list_points', { unsorted: true })).structuredContent.data, [])
  assert.deepEqual((await call('list_points', { sentiment: ['POSITIVE'] })).structuredContent.data, [])
})

test('200 points are grouped with less than 15,000 tokens read and 8,000 written', async (t) => {
  const { theme, ids } = await createPoints(200)
  const { call, read, written, client } = await connect(t)
  read.push(await client.getPrompt({ name: 'tidy_themes' }))
  const { data } = (await call('list_points', { theme_id: theme, limit: 300 })).structuredContent
  const handleOf = (line: string) => line.slice(0, 10)
  const about = (topic: string) => data.filter((line: string) => line.includes(topic)).map(handleOf)
  const proposed = await call('propose_grouping', {
    title: 'Themes by product area',
    themes: topics.map((name, n) => ({ handle: `t${n}`, name })),
    subthemes: topics.map((name, n) => ({ handle: `s${n}`, theme: `t${n}`, name: `${name} stop with an error` })),
    assignments: topics.map((topic, n) => ({ theme: `t${n}`, subtheme: `s${n}`, points: about(topic) })),
  })
  assert.ok(!proposed.isError, JSON.stringify(proposed.content))
  const { change_set, moved_insight_count, themes } = proposed.structuredContent
  assert.deepEqual([moved_insight_count, change_set.status, themes.length], [200, 'proposed', 9])
  assert.ok(tokensOf(read) < 15_000, `${tokensOf(read)} read`)
  assert.ok(tokensOf(written) < 8000, `${tokensOf(written)} written`)
  assert.equal((await callOk('GET', `/themes/${theme}`)).insight_count, 200, 'nothing changes yet')

  const detail = await callOk('GET', `/change-sets/${change_set.id}`)
  assert.deepEqual(
    detail.changes[0].fields.map((field: Body) => field.field),
    ['themes', 'subthemes'],
    'long lists are not repeated',
  )
  const accepted = await app.call(org.member.key, 'POST', `/change-sets/${change_set.id}/accept`)
  assert.equal(accepted.status, 200, accepted.text)
  const counts = (await callOk('GET', '/themes')).data.map((one: Body) => one.insight_count).sort()
  assert.deepEqual(counts, [0, 25, 25, 25, 25, 25, 25, 25, 25])
  assert.equal((await callOk('GET', `/insights/${ids[0]!}`)).themes[0].name, 'Exports')
})

test('a proposal names each handle and id at fault, and stores nothing', async (t) => {
  const { ids } = await createPoints(3)
  const { call } = await connect(t)
  const [a, b] = ids.map((id) => id.slice(-10))
  const other = await app.org()
  const theirs = await app.call(other.admin.key, 'POST', '/insights', {
    body: { name: 'Theirs', sentiment: 'NEUTRAL', category: 'GENERAL_FEEDBACK' },
  })
  const foreign = (theirs.body.id as string).slice(-10)
  const propose = async (assignments: Body[], themes: Body[] = [{ handle: 'x', name: 'New' }]) =>
    (await call('propose_grouping', { title: 'Tidy', themes, subthemes: [], assignments })).structuredContent.error
  const unknown = await propose([
    { points: [a, foreign], theme: 'x' },
    { points: [b, a], theme: null },
  ])
  assert.deepEqual(
    unknown.details.map(({ path, message }: Body) => [path, message]),
    [
      ['body.assignments.0.points.1', `there is no point ${foreign}`],
      ['body.assignments.1.points.1', `${a} is given twice`],
    ],
  )
  const handle = await propose([{ points: [a, b], theme: 'y' }])
  assert.deepEqual(
    handle.details.map(({ path, message }: Body) => [path, message]),
    [['body.assignments.0.theme', 'there is no theme with the handle y']],
  )
  assert.match(handle.message, /^body\.assignments\.0\.theme: there is no theme/)
  await callOk('PATCH', `/insights/${ids[1]!}/themes`, { theme_ids: [] })
  const byPeople = await propose([
    { points: [a], theme: null },
    { points: [ids[2]!.slice(-10), b], theme: 'x' },
  ])
  assert.deepEqual(
    byPeople.details.map(({ path }: Body) => path),
    ['body.assignments.1.points.1'],
  )
  assert.ok(byPeople.details[0].message.includes(ids[1]!), byPeople.details[0].message)
  const twice = await propose(
    [{ points: [a], theme: 'x' }],
    [
      { handle: 'x', name: 'New' },
      { handle: 'x', name: 'Other' },
    ],
  )
  assert.equal(twice.details[0].path, 'body.themes.1.handle')
  const whole = await propose([{ points: [ids[2]!, ids[2]!.slice(-10)], theme: 'x' }])
  assert.match(whole.details[0].message, /given twice/)
  assert.deepEqual((await callOk('GET', '/change-sets')).data, [])
})
