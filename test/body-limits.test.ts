import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventory } from '#contract/index.ts'
import { bodyOf, type Route, type Routes } from '#contract/core/route.ts'
import { queryOf } from '#contract/core/write-fields.ts'
import { findOversized } from '#api/pipeline/oversized.ts'
import { jsonLimits, parseStrict } from '#api/pipeline/strict-json.ts'
import { validator } from '#api/pipeline/validate.ts'
import { JsonScan } from '#contract/core/scan-json.ts'
import { ApiError } from '#domain/errors.ts'
import { app, org, useTestServer } from './test-server.ts'

/* Bodies that are small in bytes and large in fields or items are refused before the costly part. */

useTestServer()

const routes: [string, Route][] = Object.entries(inventory as Routes)
const fields = (n: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${prefix}${i}`, i]))
const items = (n: number) => Array.from({ length: n }, (_, i) => `t${i}`)

type Schema = Record<string, unknown>

/** Lists and open objects without a limit on their entries. */
function unlimited(schema: unknown, path: string): string[] {
  if (schema === null || typeof schema !== 'object') return []
  const { type, properties, additionalProperties, maxItems, maxProperties, anyOf, oneOf } = schema as Schema
  const { patternProperties, items: item } = schema as Schema
  const isOpen = type === 'object' && additionalProperties !== false && !(oneOf && !properties)
  const parts = { ...(properties as object), ...(patternProperties as object) }
  return [
    ...(type === 'array' && maxItems === undefined ? [`${path} has no maxItems`] : []),
    ...(isOpen && maxProperties === undefined ? [`${path} has no maxProperties`] : []),
    ...Object.entries(parts).flatMap(([name, part]) => unlimited(part, `${path}.${name}`)),
    ...unlimited(item, `${path}[]`),
    ...unlimited(additionalProperties, `${path}.*`),
    ...[...((anyOf as unknown[]) ?? []), ...(properties ? [] : ((oneOf as unknown[]) ?? []))].flatMap((variant) =>
      unlimited(variant, path),
    ),
  ]
}

test('every list has a maximum length and every open object a maximum number of names', () => {
  const found = routes.flatMap(([id, route]) => [
    ...unlimited(bodyOf(route), `${id} body`),
    ...unlimited(queryOf(route), `${id} query`),
  ])
  assert.deepEqual(found, [])
})

test('no schema allows more than a body may consist of', () => {
  const limits = jsonLimits(5 * 1024 * 1024)
  const tooLarge = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    (Number((schema as Schema).maxItems ?? 0) > limits.itemsPerArray ||
      Number((schema as Schema).maxProperties ?? 0) > limits.keysPerObject ||
      Object.values(schema).some(tooLarge))
  for (const [id, route] of routes) assert.ok(!tooLarge(bodyOf(route)), id)
})

const errorOf = (work: () => unknown): ApiError | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    return error
  }
}

/** How often a value is read: the work of what looks at it. */
function counted<T extends object>(value: T): { value: T; reads: () => number } {
  let reads = 0
  const watch = (target: object): object =>
    new Proxy(target, {
      get(of, name, receiver) {
        reads++
        const part: unknown = Reflect.get(of, name, receiver)
        return typeof part === 'object' && part !== null ? watch(part) : part
      },
    })
  return { value: watch(value) as T, reads: () => reads }
}

test('every operation refuses lists beyond their length and objects beyond their names without reading them', () => {
  let checked = 0
  for (const [id, route] of routes)
    for (const body of route.actions ? Object.values(route.actions) : route.body ? [route.body] : []) {
      const action = route.actions && Object.keys(route.actions).find((name) => route.actions![name] === body)
      const base = action === undefined ? {} : { action }
      const large: [string, object][] = [['', { ...base, ...fields(20_000) }]]
      for (const [name, schema] of Object.entries(body.properties) as [string, Schema][]) {
        if (listOf(schema)) large.push([name, { ...base, [name]: items(20_001) }])
        if (openObjectOf(schema)) large.push([name, { ...base, [name]: fields(1001) }])
      }
      for (const [name, value] of large) {
        const { value: sent, reads } = counted(value)
        const found = findOversized(bodyOf(route)!, sent, 'body')
        const at = `${id}${action ? `.${action}` : ''}.${name}`
        assert.ok(found?.path.startsWith(name === '' ? 'body.k' : `body.${name}`), `${at}: ${JSON.stringify(found)}`)
        assert.ok(reads() < 100, `${at}: ${reads()} reads`)
        const error = errorOf(() => validator(route)({ url: '', params: paramsOf(route), query: {}, body: value }))
        assert.deepEqual([error?.code, error?.details], ['VALIDATION_ERROR', [found]], at)
        checked++
      }
    }
  assert.ok(checked > 200, String(checked))
})

const variantsOf = (schema: Schema): Schema[] => [schema, ...((schema.anyOf as Schema[] | undefined) ?? [])]
const listOf = (schema: Schema) => variantsOf(schema).some(({ type }) => type === 'array')
const openObjectOf = (schema: Schema) =>
  variantsOf(schema).some(({ type, maxProperties }) => type === 'object' && maxProperties !== undefined)
const paramsOf = ({ params }: Route) =>
  Object.fromEntries(
    Object.entries((params?.properties ?? {}) as Record<string, { examples?: unknown[] }>).map(([name, schema]) => [
      name,
      schema.examples?.[0] ?? '1',
    ]),
  )

const problemOf = (value: unknown, limits = jsonLimits()) => {
  const scan = new JsonScan(JSON.stringify(value), 'body', limits)
  return { path: scan.problem?.path, message: scan.problem?.message, values: scan.values }
}

test('the text is refused before it is parsed: fields of an object, items of a list, all together, depth', () => {
  assert.deepEqual(problemOf({ a: [1, { b: fields(60_000) }] }), {
    path: 'body.a[1].b',
    message: 'has more than 1000 fields',
    values: 1003,
  })
  const list = problemOf({ tags: items(90_000) })
  assert.deepEqual([list.path, list.message], ['body.tags', 'has more than 20000 items'])
  assert.ok(list.values <= 20_001, 'the rest is not read')
  const all = problemOf(Array.from({ length: 60 }, (_, i) => fields(1000, `${i}_`)))
  assert.deepEqual([all.path, all.message], ['body', 'has more than 50000 fields and items in all'])
  assert.equal(all.values, 50_001)
  assert.equal(
    problemOf(
      Array.from({ length: 60 }, (_, i) => fields(1000, `${i}_`)),
      jsonLimits(5e6),
    ).path,
    undefined,
  )
  assert.throws(() => parseStrict(Buffer.from('['.repeat(1_000_000))), /nested deeper than 32 levels/)
  // Each number is checked, also where no commas separate them.
  const numbers = new JsonScan(`[${'1 '.repeat(500_000)}]`, 'body', jsonLimits())
  assert.equal(numbers.problem?.message, 'has more than 50000 fields and items in all')
})

test('the limits themselves are accepted', () => {
  for (const value of [fields(1000), items(20_000), Array.from({ length: 49 }, () => fields(1000))])
    assert.deepEqual(parseStrict(Buffer.from(JSON.stringify(value))), value)
})

const post = (path: string, rawBody: string, headers = {}) =>
  app.call(org.admin.key, 'POST', path, { rawBody, headers: { 'content-type': 'application/json', ...headers } })

test('over HTTP the error names the field', async () => {
  const cases: [string, object, string, RegExp][] = [
    ['/feedback', { content: 'x', ...fields(900) }, 'body.k0', /not a known field/],
    ['/feedback', { content: 'x', ...fields(60_000) }, 'body', /more than 1000 fields/],
    ['/feedback', { content: 'x', metadata: fields(501) }, 'body.metadata', /more than 500 properties/],
    ['/feedback', { content: 'x', metadata: fields(60_000) }, 'body.metadata', /more than 1000 fields/],
    ['/feedback', { content: 'x', tags: items(51) }, 'body.tags', /more than 50 items/],
    ['/feedback', { content: 'x', tags: items(90_000) }, 'body.tags', /more than 20000 items/],
    ['/contacts', { email: 'a@example.com', attributes: fields(101) }, 'body.attributes', /more than 100 properties/],
    ['/feedback/bulk', { items: Array.from({ length: 501 }, () => ({})) }, 'body.items', /more than 500 items/],
    [
      '/change-sets',
      { title: 'x', changes: [{ operation: 'createTheme', body: fields(201) }] },
      'body.changes.0.body',
      /more than 200 properties/,
    ],
  ]
  for (const [path, body, field, message] of cases) {
    const { status, body: reply } = await post(path, JSON.stringify(body))
    assert.deepEqual([status, reply.error?.code, reply.error?.details?.[0].path], [400, 'VALIDATION_ERROR', field])
    assert.match(reply.error.message, message)
  }
})

test('a row that is too large fails by itself, and all rows together have a limit', async () => {
  const rows = { items: [{ content: 'good' }, { content: 'bad', tags: items(51) }, { content: 'x', ...fields(900) }] }
  const { body } = await post('/feedback/bulk', JSON.stringify(rows))
  assert.deepEqual([body.summary.created, body.summary.failed], [1, 2])
  assert.match(JSON.stringify(body), /body\.items\.1\.tags must NOT have more than 50 items/)
  const line = JSON.stringify({ content: 'x', metadata: fields(450) })
  const lines = Array.from({ length: 450 }, () => line).join('\n')
  const many = await post('/feedback/bulk', lines, { 'content-type': 'application/x-ndjson' })
  assert.deepEqual([many.status, many.body.error?.code], [400, 'VALIDATION_ERROR'], many.text.slice(0, 300))
  assert.match(many.body.error.message, /more than 200000 fields and items in all/)
})

test('blank lines of NDJSON are skipped, however many there are', async () => {
  const blank = `${'\n'.repeat(1_000_000)} \t \r\n`
  const lines = `${blank}{"content":"first"}\r\n${blank}  {"content":"second"}${blank}`
  const { body } = await post('/feedback/bulk', lines, { 'content-type': 'application/x-ndjson' })
  assert.deepEqual([body.summary?.created, body.summary?.failed], [2, 0], JSON.stringify(body).slice(0, 300))
})

test('a search for tools takes no more words than a person writes', async () => {
  const search = async (query: string) => {
    const reply = await fetch(`${app.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${org.admin.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'search_tools', arguments: { query } },
      }),
    })
    return (await reply.json()) as { result?: object; error?: { message: string } }
  }
  assert.ok((await search('merge contacts')).result)
  assert.match((await search(items(120_000).join(' '))).error!.message, /more than 500 characters/)
})

test('a query with many parameters and a tool call with many arguments are refused by name', async () => {
  const query = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`q${i}`, '1']))
  const { status, body } = await app.call(org.admin.key, 'GET', '/themes', { query })
  assert.deepEqual([status, body.error.details], [400, [{ path: 'query.q0', message: 'is not a known field' }]])
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'create_feedback', arguments: fields(60_000) },
  }
  const reply = await fetch(`${app.baseUrl}/mcp?mode=write`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${org.admin.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(call),
  })
  assert.equal(reply.status, 400)
  assert.match(await reply.text(), /params\.arguments has more than 1000 fields/)
})
