import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CheckName } from './checks.ts'
import { fuzz } from './fuzz.ts'
import { type TestOrgs, openTestOrgs } from './test-orgs.ts'
import { idsIn } from './ids.ts'
import {
  type Bug,
  changeJson,
  headerOf,
  openProxy,
  type ProxiedRequest,
  type Proxy,
  type ProxiedResponse,
  withHeader,
} from './proxy.ts'

/* Tests of the fuzzer: a proxy adds one bug at a time to a correct server, and the fuzzer must find it. */

let testOrgs: TestOrgs
let proxy: Proxy
before(async () => {
  testOrgs = await openTestOrgs()
  proxy = await openProxy(testOrgs.app.baseUrl)
})
after(async () => {
  await proxy.close()
  await testOrgs.close()
})

const max = 300

type Planted = {
  bug: string
  caughtBy: CheckName
  on: string
  request?(passing: ProxiedRequest): ProxiedRequest
  answer?: Bug['answer']
}
type Fields = Record<string, unknown>

const inBody = (passing: ProxiedRequest, change: (fields: Fields) => unknown): ProxiedRequest => ({
  ...passing,
  body: changeJson(passing.body, change),
})
const inAddress = (passing: ProxiedRequest, change: (path: string) => string): ProxiedRequest => ({
  ...passing,
  path: change(passing.path),
})
const inAnswer = (returning: ProxiedResponse, change: (fields: Fields) => unknown): ProxiedResponse =>
  returning.status === 200 ? { ...returning, body: changeJson(returning.body, change) } : returning
const withKey = (passing: ProxiedRequest, key: string | null) => withHeader(passing, 'authorization', `Bearer ${key}`)
const sentBy = (passing: ProxiedRequest, key: string | null) => headerOf(passing, 'authorization') === `Bearer ${key}`
const isForeign = (id: unknown) => testOrgs.ids.ownerOf(String(id)) === 'other'

const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'planted' }
const errorResponse = (status: number, code: string): ProxiedResponse => ({
  status,
  headers: json,
  body: Buffer.from(JSON.stringify({ error: { code, message: 'planted' } })),
})

const planted: Planted[] = [
  {
    bug: 'NUL characters are dropped instead of rejected',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => ({
      ...passing,
      body: Buffer.from(passing.body.toString('latin1').replaceAll('\\u0000', ''), 'latin1'),
    }),
  },
  {
    bug: 'unknown fields are ignored',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => inBody(passing, ({ name, color, notes, definition }) => ({ name, color, notes, definition })),
  },
  {
    bug: 'of duplicate keys the last one wins',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => inBody(passing, (fields) => fields),
  },
  {
    bug: 'invalid UTF-8 is replaced',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => ({ ...passing, body: Buffer.from(passing.body.toString('utf8')) }),
  },
  {
    bug: 'a content encoding is ignored',
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
    bug: 'an invalid cursor returns the first page',
    caughtBy: 'bad data refused',
    on: 'listInsights',
    request: (passing) => inAddress(passing, (path) => path.replace(/cursor=[^&]*/, 'limit=50')),
  },
  {
    bug: 'an invalid Idempotency-Key is ignored',
    caughtBy: 'bad data refused',
    on: 'createTheme',
    request: (passing) => withHeader(passing, 'idempotency-key', null),
  },
  {
    bug: 'an id of another organization is silently ignored',
    caughtBy: 'bad data refused',
    on: 'replaceInsightThemes',
    request: (passing) =>
      inBody(passing, ({ theme_ids }) => ({ theme_ids: (theme_ids as unknown[]).filter((id) => !isForeign(id)) })),
  },
  {
    bug: 'a create returns 200',
    caughtBy: 'documented status',
    on: 'createTheme',
    answer: (returning) => (returning.status === 201 ? { ...returning, status: 200 } : returning),
  },
  {
    bug: 'a number is returned as text',
    caughtBy: 'documented body',
    on: 'getTheme',
    answer: (returning) => inAnswer(returning, (theme) => ({ ...theme, insight_count: String(theme.insight_count) })),
  },
  {
    bug: 'an internal field leaks',
    caughtBy: 'documented body',
    on: 'getTheme',
    answer: (returning) => inAnswer(returning, (theme) => ({ ...theme, org_id: testOrgs.home.id })),
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
    answer: (returning) => (returning.status === 404 ? errorResponse(404, 'CONFLICT') : returning),
  },
  {
    bug: 'an error is returned as HTML',
    caughtBy: 'JSON',
    on: 'getTheme',
    answer: (returning) =>
      returning.status === 404 ? { ...returning, headers: { ...json, 'content-type': 'text/html' } } : returning,
  },
  {
    bug: 'error responses have no request id',
    caughtBy: 'request id',
    on: 'getTheme',
    answer: (returning) =>
      returning.status === 401 ? { ...returning, headers: { 'content-type': json['content-type'] } } : returning,
  },
  {
    bug: 'a long text breaks the server',
    caughtBy: 'no server error',
    on: 'updateTheme',
    answer: (returning, { body }) => (body.length > 2000 ? errorResponse(500, 'INTERNAL_ERROR') : returning),
  },
  {
    bug: 'an apostrophe is rejected',
    caughtBy: 'good data accepted',
    on: 'createTheme',
    answer: (returning, { body }) => (body.includes("'") ? errorResponse(400, 'VALIDATION_ERROR') : returning),
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
    request: (passing) => (sentBy(passing, testOrgs.keys.revoked) ? withKey(passing, testOrgs.keys.admin) : passing),
  },
  {
    bug: 'no API key is required',
    caughtBy: 'key enforced',
    on: 'listThemes',
    request: (passing) => (headerOf(passing, 'authorization') ? passing : withKey(passing, testOrgs.keys.admin)),
  },
  {
    bug: 'a member can use an admin operation',
    caughtBy: 'role enforced',
    on: 'updateCategory',
    request: (passing) => (sentBy(passing, testOrgs.keys.member) ? withKey(passing, testOrgs.keys.admin) : passing),
  },
  {
    bug: 'an id of another organization can be read',
    caughtBy: 'nothing of another organization',
    on: 'getInsight',
    request: (passing) => (idsIn(passing.path).some(isForeign) ? withKey(passing, testOrgs.keys.other) : passing),
  },
  {
    bug: 'a list contains items of another organization',
    caughtBy: 'nothing of another organization',
    on: 'listThemes',
    request: (passing) => (sentBy(passing, testOrgs.keys.member) ? withKey(passing, testOrgs.keys.other) : passing),
  },
]

for (const [seed, { bug, caughtBy, on, request, answer }] of planted.entries())
  test(`finds: ${bug} (check: ${caughtBy})`, async () => {
    proxy.plant({ ...(request && { request }), ...(answer && { answer }) })
    const report = await fuzz({ ...testOrgs, baseUrl: proxy.baseUrl, cases: max, seed, only: [on], stopAt: caughtBy })
    const caught = report.failures.filter(({ check, operation }) => check === caughtBy && operation === on)
    assert.ok(caught.length > 0, `not found in ${max} cases`)
    assert.match(caught[0]!.curl, /^curl /)
  })

test('finds nothing without a planted bug', async () => {
  proxy.plant({})
  const only = [...new Set(planted.map(({ on }) => on))]
  const report = await fuzz({ ...testOrgs, baseUrl: proxy.baseUrl, cases: 120, seed: 1000, only })
  assert.deepEqual(
    report.failures.map(({ check, message, curl }) => ({ check, message, curl })),
    [],
  )
})

test('the same seed generates the same requests', async () => {
  const seen: string[][] = [[], []]
  for (const requests of seen) {
    proxy.plant({
      request: (passing) => (
        requests.push(`${passing.method} ${passing.path.replace(/[0-9a-f-]{36}/g, 'id')}`),
        passing
      ),
    })
    await fuzz({ ...testOrgs, baseUrl: proxy.baseUrl, cases: 20, seed: 99, only: ['listMembers', 'getMe'] })
  }
  assert.ok(seen[0]!.length > 20)
  assert.deepEqual(seen[0]!.toSorted(), seen[1]!.toSorted())
})
