import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CheckName } from './checks.ts'
import { fuzz } from './fuzz.ts'
import { type Grounds, openGrounds } from './grounds.ts'
import { idsIn } from './ids.ts'
import {
  type Bug,
  changeJson,
  headerOf,
  openProxy,
  type Passing,
  type Proxy,
  type Returning,
  withHeader,
} from './proxy.ts'

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

const max = 300

type Planted = {
  bug: string
  caughtBy: CheckName
  on: string
  request?(passing: Passing): Passing
  answer?: Bug['answer']
}
type Fields = Record<string, unknown>

const inBody = (passing: Passing, change: (fields: Fields) => unknown): Passing => ({
  ...passing,
  body: changeJson(passing.body, change),
})
const inAddress = (passing: Passing, change: (path: string) => string): Passing => ({
  ...passing,
  path: change(passing.path),
})
const inAnswer = (returning: Returning, change: (fields: Fields) => unknown): Returning =>
  returning.status === 200 ? { ...returning, body: changeJson(returning.body, change) } : returning
const withKey = (passing: Passing, key: string | null) => withHeader(passing, 'authorization', `Bearer ${key}`)
const sentBy = (passing: Passing, key: string | null) => headerOf(passing, 'authorization') === `Bearer ${key}`
const isForeign = (id: unknown) => grounds.ids.ownerOf(String(id)) === 'other'

const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'planted' }
const refusal = (status: number, code: string): Returning => ({
  status,
  headers: json,
  body: Buffer.from(JSON.stringify({ error: { code, message: 'planted' } })),
})

const planted: Planted[] = [
  {
    bug: 'a NUL in a text is dropped instead of refused',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => ({
      ...passing,
      body: Buffer.from(passing.body.toString('latin1').replaceAll('\\u0000', ''), 'latin1'),
    }),
  },
  {
    bug: 'fields nobody knows are ignored',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => inBody(passing, ({ name, color, notes, definition }) => ({ name, color, notes, definition })),
  },
  {
    bug: 'of two equal keys the last one wins',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => inBody(passing, (fields) => fields),
  },
  {
    bug: 'bytes that are no UTF-8 are replaced',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => ({ ...passing, body: Buffer.from(passing.body.toString('utf8')) }),
  },
  {
    bug: 'a content coding is ignored',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => withHeader(passing, 'content-encoding', null),
  },
  {
    bug: 'an unknown query parameter is ignored',
    caughtBy: 'bad data refused',
    on: 'getMe',
    request: (passing) => inAddress(passing, (path) => path.split('?')[0]!),
  },
  {
    bug: 'a limit above the maximum is clamped',
    caughtBy: 'bad data refused',
    on: 'listMembers',
    request: (passing) => inAddress(passing, (path) => path.replace(/limit=\d{3,}/, 'limit=100')),
  },
  {
    bug: 'a false cursor starts from the first page',
    caughtBy: 'bad data refused',
    on: 'listInsights',
    request: (passing) => inAddress(passing, (path) => path.replace(/cursor=[^&]*/, 'limit=50')),
  },
  {
    bug: 'a false Idempotency-Key is dropped',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => withHeader(passing, 'idempotency-key', null),
  },
  {
    bug: 'an id of another organization is taken and ignored',
    caughtBy: 'bad data refused',
    on: 'replaceInsightThemes',
    request: (passing) =>
      inBody(passing, ({ theme_ids }) => ({ theme_ids: (theme_ids as unknown[]).filter((id) => !isForeign(id)) })),
  },
  {
    bug: 'a creation is answered with 200',
    caughtBy: 'documented status',
    on: 'createTheme',
    answer: (returning) => (returning.status === 201 ? { ...returning, status: 200 } : returning),
  },
  {
    bug: 'a number comes as text',
    caughtBy: 'documented body',
    on: 'getTheme',
    answer: (returning) => inAnswer(returning, (theme) => ({ ...theme, insight_count: String(theme.insight_count) })),
  },
  {
    bug: 'an internal field leaks',
    caughtBy: 'documented body',
    on: 'getTheme',
    answer: (returning) => inAnswer(returning, (theme) => ({ ...theme, org_id: grounds.home.id })),
  },
  {
    bug: 'a field is missing',
    caughtBy: 'documented body',
    on: 'getInsight',
    answer: (returning) => inAnswer(returning, ({ quotes: _, ...insight }) => insight),
  },
  {
    bug: 'an error has a code of another status',
    caughtBy: 'documented code',
    on: 'getTheme',
    answer: (returning) => (returning.status === 404 ? refusal(404, 'CONFLICT') : returning),
  },
  {
    bug: 'an error comes as a page',
    caughtBy: 'JSON',
    on: 'getTheme',
    answer: (returning) =>
      returning.status === 404 ? { ...returning, headers: { ...json, 'content-type': 'text/html' } } : returning,
  },
  {
    bug: 'refusals have no request id',
    caughtBy: 'request id',
    on: 'getTheme',
    answer: (returning) =>
      returning.status === 401 ? { ...returning, headers: { 'content-type': json['content-type'] } } : returning,
  },
  {
    bug: 'a long text breaks the server',
    caughtBy: 'no server error',
    on: 'updateTheme',
    answer: (returning, { body }) => (body.length > 2000 ? refusal(500, 'INTERNAL_ERROR') : returning),
  },
  {
    bug: 'an apostrophe is refused',
    caughtBy: 'good data accepted',
    on: 'createTheme',
    answer: (returning, { body }) => (body.includes("'") ? refusal(400, 'VALIDATION_ERROR') : returning),
  },
  {
    bug: 'texts are stored in lower case',
    caughtBy: 'stored as sent',
    on: 'createTheme',
    request: (passing) => inBody(passing, (theme) => ({ ...theme, name: String(theme.name).toLowerCase() })),
  },
  {
    bug: 'a revoked key still works',
    caughtBy: 'key enforced',
    on: 'getMe',
    request: (passing) => (sentBy(passing, grounds.keys.revoked) ? withKey(passing, grounds.keys.admin) : passing),
  },
  {
    bug: 'no key is needed',
    caughtBy: 'key enforced',
    on: 'listThemes',
    request: (passing) => (headerOf(passing, 'authorization') ? passing : withKey(passing, grounds.keys.admin)),
  },
  {
    bug: 'a member may do what only admins may',
    caughtBy: 'role enforced',
    on: 'updateCategory',
    request: (passing) => (sentBy(passing, grounds.keys.member) ? withKey(passing, grounds.keys.admin) : passing),
  },
  {
    bug: 'an id of another organization can be read',
    caughtBy: 'nothing of another organization',
    on: 'getInsight',
    request: (passing) => (idsIn(passing.path).some(isForeign) ? withKey(passing, grounds.keys.other) : passing),
  },
  {
    bug: 'a list shows what belongs to another organization',
    caughtBy: 'nothing of another organization',
    on: 'listThemes',
    request: (passing) => (sentBy(passing, grounds.keys.member) ? withKey(passing, grounds.keys.other) : passing),
  },
]

for (const [seed, { bug, caughtBy, on, request, answer }] of planted.entries())
  test(`planted: ${bug}; caught by: ${caughtBy}`, async () => {
    proxy.plant({ ...(request && { request }), ...(answer && { answer }) })
    const report = await fuzz({ ...grounds, baseUrl: proxy.baseUrl, cases: max, seed, only: [on], until: caughtBy })
    const caught = report.failures.filter(({ check, operation }) => check === caughtBy && operation === on)
    assert.ok(caught.length > 0, `not noticed in ${max} cases`)
    assert.match(caught[0]!.curl, /^curl /)
  })

test('a proxy that plants nothing is not noticed', async () => {
  proxy.plant({})
  const only = [...new Set(planted.map(({ on }) => on))]
  const report = await fuzz({ ...grounds, baseUrl: proxy.baseUrl, cases: 120, seed: 1000, only })
  assert.deepEqual(
    report.failures.map(({ check, message, curl }) => ({ check, message, curl })),
    [],
  )
})

test('the same seed draws the same requests', async () => {
  const seen: string[][] = [[], []]
  for (const requests of seen) {
    proxy.plant({
      request: (passing) => (
        requests.push(`${passing.method} ${passing.path.replace(/[0-9a-f-]{36}/g, 'id')}`),
        passing
      ),
    })
    await fuzz({ ...grounds, baseUrl: proxy.baseUrl, cases: 20, seed: 99, only: ['listMembers', 'getMe'] })
  }
  assert.ok(seen[0]!.length > 20)
  assert.deepEqual(seen[0]!.toSorted(), seen[1]!.toSorted())
})
