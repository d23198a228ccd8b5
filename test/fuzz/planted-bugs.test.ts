import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CheckName } from './checks.ts'
import { fuzz } from './fuzz.ts'
import { type Grounds, openGrounds } from './grounds.ts'
import { idsIn } from './ids.ts'
import { type Bug, changeJson, headerOf, openProxy, type Passing, type Proxy, type Returning, withHeader } from './proxy.ts'

/* An oracle that has never failed proves nothing: each bug here is planted in front of a sound server and must be noticed. */

let grounds: Grounds
let proxy: Proxy
before(async () => {
  grounds = await openGrounds()
  proxy = await openProxy(grounds.world.baseUrl)
})
after(async () => {
  await proxy.close()
  await grounds.close()
})

const most = 300
const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'planted' }
const refusal = (status: number, code: string): Returning => ({ status, headers: json, body: Buffer.from(JSON.stringify({ error: { code, message: 'planted' } })) })

type Planted = { bug: string; caughtBy: CheckName; operations: string[]; plant(): Bug }

const inBody = (change: (text: string) => string) => (passing: Passing): Passing => ({ ...passing, body: Buffer.from(change(passing.body.toString('latin1')), 'latin1') })
const inObject = (change: (object: Record<string, unknown>) => unknown) => (passing: Passing): Passing => ({ ...passing, body: changeJson(passing.body, change) })
const inAnswer = (status: number, change: (object: Record<string, unknown>) => unknown) => (returning: Returning): Returning =>
  returning.status === status ? { ...returning, body: changeJson(returning.body, change) } : returning
const withKey = (passing: Passing, key: string | null) => withHeader(passing, 'authorization', `Bearer ${key}`)
const sentBy = (passing: Passing, key: string | null) => headerOf(passing, 'authorization') === `Bearer ${key}`

const planted: Planted[] = [
  { bug: 'a NUL in a text is dropped instead of refused', caughtBy: 'bad data refused', operations: ['createTheme'], plant: () => ({ request: inBody((text) => text.replaceAll('\\u0000', '')) }) },
  {
    bug: 'fields nobody knows are ignored', caughtBy: 'bad data refused', operations: ['createTheme'],
    plant: () => ({ request: inObject(({ name, color, notes, definition }) => ({ name, color, notes, definition })) }),
  },
  { bug: 'of two equal keys the last one wins', caughtBy: 'bad data refused', operations: ['createTheme'], plant: () => ({ request: inObject((object) => object) }) },
  {
    bug: 'bytes that are no UTF-8 are replaced', caughtBy: 'bad data refused', operations: ['createTheme'],
    plant: () => ({ request: (passing) => ({ ...passing, body: Buffer.from(passing.body.toString('utf8')) }) }),
  },
  { bug: 'a content coding is ignored', caughtBy: 'bad data refused', operations: ['createTheme'], plant: () => ({ request: (passing) => withHeader(passing, 'content-encoding', null) }) },
  { bug: 'an unknown query parameter is ignored', caughtBy: 'bad data refused', operations: ['getMe'], plant: () => ({ request: (passing) => ({ ...passing, path: passing.path.split('?')[0]! }) }) },
  { bug: 'a limit above the maximum is clamped', caughtBy: 'bad data refused', operations: ['listMembers'], plant: () => ({ request: (passing) => ({ ...passing, path: passing.path.replace(/limit=\d{3,}/, 'limit=100') }) }) },
  {
    bug: 'a false cursor starts from the first page', caughtBy: 'bad data refused', operations: ['listInsights'],
    plant: () => ({ request: (passing) => ({ ...passing, path: passing.path.replace(/cursor=[^&]*/, 'limit=50') }) }),
  },
  {
    bug: 'a false Idempotency-Key is dropped', caughtBy: 'bad data refused', operations: ['createTheme'],
    plant: () => ({ request: (passing) => withHeader(passing, 'idempotency-key', null) }),
  },
  {
    bug: 'a creation is answered with 200', caughtBy: 'documented status', operations: ['createTheme'],
    plant: () => ({ answer: (returning) => (returning.status === 201 ? { ...returning, status: 200 } : returning) }),
  },
  { bug: 'a number comes as text', caughtBy: 'documented body', operations: ['getTheme'], plant: () => ({ answer: inAnswer(200, (theme) => ({ ...theme, insight_count: String(theme.insight_count) })) }) },
  { bug: 'an internal field leaks', caughtBy: 'documented body', operations: ['getTheme'], plant: () => ({ answer: inAnswer(200, (theme) => ({ ...theme, org_id: grounds.home.id })) }) },
  { bug: 'a field is missing', caughtBy: 'documented body', operations: ['getInsight'], plant: () => ({ answer: inAnswer(200, ({ quotes: _, ...insight }) => insight) }) },
  { bug: 'an error has a code of another status', caughtBy: 'documented code', operations: ['getTheme'], plant: () => ({ answer: (returning) => (returning.status === 404 ? refusal(404, 'CONFLICT') : returning) }) },
  { bug: 'an error comes as a page', caughtBy: 'JSON', operations: ['getTheme'], plant: () => ({ answer: (returning) => (returning.status === 404 ? { ...returning, headers: { ...json, 'content-type': 'text/html' } } : returning) }) },
  {
    bug: 'refusals have no request id', caughtBy: 'request id', operations: ['getTheme'],
    plant: () => ({ answer: ({ headers: { 'x-request-id': id, ...headers }, ...rest }) => ({ ...rest, headers: rest.status === 401 ? headers : { ...headers, 'x-request-id': id } }) }),
  },
  { bug: 'a long text breaks the server', caughtBy: 'no server error', operations: ['updateTheme'], plant: () => ({ answer: (returning, { body }) => (body.length > 2000 ? refusal(500, 'INTERNAL_ERROR') : returning) }) },
  { bug: 'an apostrophe is refused', caughtBy: 'good data accepted', operations: ['createTheme'], plant: () => ({ answer: (returning, { body }) => (body.includes("'") ? refusal(400, 'VALIDATION_ERROR') : returning) }) },
  { bug: 'texts are stored in lower case', caughtBy: 'stored as sent', operations: ['createTheme'], plant: () => ({ request: inObject((theme) => ({ ...theme, ...(typeof theme.name === 'string' && { name: theme.name.toLowerCase() }) })) }) },
  { bug: 'a revoked key still works', caughtBy: 'key enforced', operations: ['getMe'], plant: () => ({ request: (passing) => (sentBy(passing, grounds.keys.revoked) ? withKey(passing, grounds.keys.admin) : passing) }) },
  { bug: 'no key works', caughtBy: 'key enforced', operations: ['listThemes'], plant: () => ({ request: (passing) => (headerOf(passing, 'authorization') ? passing : withKey(passing, grounds.keys.admin)) }) },
  { bug: 'a member may do what only admins may', caughtBy: 'role enforced', operations: ['updateCategory'], plant: () => ({ request: (passing) => (sentBy(passing, grounds.keys.member) ? withKey(passing, grounds.keys.admin) : passing) }) },
  {
    bug: 'an id of another organization can be read', caughtBy: 'nothing of another organization', operations: ['getInsight'],
    plant: () => ({ request: (passing) => (idsIn(passing.path).some((id) => grounds.ids.ownerOf(id) === 'other') && sentBy(passing, grounds.keys.admin) ? withKey(passing, grounds.keys.other) : passing) }),
  },
  {
    bug: 'a list now and then shows what belongs to another organization', caughtBy: 'nothing of another organization', operations: ['listThemes'],
    plant: () => ({ request: (passing) => (sentBy(passing, grounds.keys.member) ? withKey(passing, grounds.keys.other) : passing) }),
  },
  {
    bug: 'an id of another organization is taken and ignored', caughtBy: 'bad data refused', operations: ['replaceInsightThemes'],
    plant: () => ({ request: inObject((body) => ({ ...body, ...(Array.isArray(body.theme_ids) && { theme_ids: body.theme_ids.filter((id) => grounds.ids.ownerOf(String(id)) !== 'other') }) })) }),
  },
]

for (const [number, { bug, caughtBy, operations, plant }] of planted.entries())
  test(`planted: ${bug}; caught by: ${caughtBy}`, async () => {
    proxy.plant(plant())
    const report = await fuzz({ ...grounds, baseUrl: proxy.baseUrl, cases: most, seed: number, only: operations, until: caughtBy })
    const caught = report.failures.filter(({ check }) => check === caughtBy)
    assert.ok(caught.length > 0, `not noticed in ${most} cases`)
    assert.match(caught[0]!.curl, /^curl /)
  })

test('a proxy that plants nothing is not noticed', async () => {
  proxy.plant({})
  const report = await fuzz({ ...grounds, baseUrl: proxy.baseUrl, cases: 120, seed: 1000, only: [...new Set(planted.flatMap(({ operations }) => operations))] })
  assert.deepEqual(report.failures.map(({ check, message, curl }) => ({ check, message, curl })), [])
})

test('the same seed draws the same requests', async () => {
  const seen: string[][] = [[], []]
  for (const requests of seen) {
    proxy.plant({ request: (passing) => (requests.push(`${passing.method} ${passing.path.replace(/[0-9a-f-]{36}/g, 'id')}`), passing) })
    await fuzz({ ...grounds, baseUrl: proxy.baseUrl, cases: 20, seed: 99, only: ['listMembers', 'getMe'] })
  }
  assert.ok(seen[0]!.length > 20)
  assert.deepEqual(seen[0]!.toSorted(), seen[1]!.toSorted())
})
