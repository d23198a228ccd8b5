import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { openapi } from '#api/routes/openapi.ts'
import { errors } from '#contract/core/errors.ts'
import { inventory, publicInventory } from '#contract/index.ts'
import { bodyOf, errorsOf, type Route } from '#contract/core/route.ts'
import { queryOf, resultOf } from '#contract/core/write-fields.ts'
import { startTestApp } from './test-app.ts'
import { publicRoutes } from './samples.ts'

type Operation = {
  operationId: string
  summary: string
  description?: string
  parameters: (Described & { name?: string; $ref?: string })[]
  'x-scope'?: string
  responses: Record<string, { content: Record<string, { example?: unknown }> }>
  requestBody?: { content: Record<string, { example?: unknown }> }
}
type Described = { description?: string }
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Described>; parameters: Record<string, Described & { name: string }> }
}

const document = openapi(publicInventory, { version: 'test', server: '/api/v1' }) as unknown as Document

test('the document is served without a key and is the same for all callers', async () => {
  const app = await startTestApp()
  const reply = await app.call(null, 'GET', '/openapi')
  assert.equal(reply.status, 200)
  assert.equal(reply.body.openapi, '3.1.0')
  assert.deepEqual(Object.keys(reply.body.paths), Object.keys(document.paths))
  await app.close()
})

test('a second validator reports no problems', async () => {
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
})

test('every schema is one of JSON Schema, which the server does not check when it compiles them', () => {
  const ajv = new Ajv2020({ strict: false })
  for (const [id, route] of Object.entries<Route>(inventory))
    for (const schema of [route.params, queryOf(route), bodyOf(route), resultOf(route)])
      if (schema) assert.ok(ajv.validateSchema(JSON.parse(JSON.stringify(schema))), `${id}: ${ajv.errorsText()}`)
  assert.equal(ajv.validateSchema({ type: 'text' }), false)
})

test('redocly reports no problems with its strict rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-openapi-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  const { status, stdout, stderr } = spawnSync(
    'node_modules/.bin/redocly',
    ['lint', file, '--config', 'redocly.yaml'],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  rmSync(folder, { recursive: true })
  assert.equal(status, 0, stdout + stderr)
})

test('the document says whom to ask, which spectral:oas wants', () => {
  const { info } = openapi(publicInventory, { version: 'test', server: '/api/v1' })
  assert.ok(info.contact.name && info.license.identifier)
})

test('every route is documented with id, summary, scope, example and its exact errors', () => {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    documented.sort(),
    ['GET /openapi', ...publicRoutes.map(([, route]) => `${route.method} ${route.path}`)].sort(),
  )
  for (const [id, route] of publicRoutes as [string, Route][]) {
    const operation = document.paths[route.path]![route.method.toLowerCase()]!
    assert.equal(operation.operationId, id)
    assert.ok(operation.summary && operation['x-scope'])
    assert.notEqual(operation.responses[String(route.status ?? 200)]!.content['application/json']!.example, undefined)
    const failures = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
    assert.deepEqual(failures, [...new Set(errorsOf(route).map((code) => String(errors[code])))].sort())
  }
})

test('dry_run is one shared parameter of every write, except where the inventory says why not', () => {
  assert.equal(document.components.parameters.DryRun!.name, 'dry_run')
  for (const [id, route] of publicRoutes as [string, Route][]) {
    const { parameters } = document.paths[route.path]![route.method.toLowerCase()]!
    const isShared = parameters.some(({ $ref }) => $ref === '#/components/parameters/DryRun')
    assert.equal(isShared, route.method !== 'GET' && route.noDryRun === undefined, id)
  }
  const refused = publicRoutes.filter(([, route]) => route.noDryRun !== undefined).map(([id]) => id)
  assert.deepEqual(refused.sort(), ['testIntegrationConnection', 'testWebhook'])
})

test('the committed openapi.json is the document of this code', () => {
  const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
  const fresh = openapi(publicInventory, { version, server: '/api/v1' })
  assert.deepEqual(
    JSON.parse(readFileSync('openapi.json', 'utf8')),
    JSON.parse(JSON.stringify(fresh)),
    'run npm run artefacts',
  )
})

test('every operation, parameter and schema has a description', () => {
  const described: Record<string, Described> = { ...document.components.schemas, ...document.components.parameters }
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      described[`${method} ${path}`] = operation
      for (const parameter of operation.parameters)
        if (!parameter.$ref) described[`${method} ${path} ${parameter.name}`] = parameter
    }
  const missing = Object.entries(described).filter(([, { description }]) => !description)
  assert.deepEqual(
    missing.map(([name]) => name),
    [],
  )
  const sentences = Object.entries(described).filter(([, { description }]) => !/[.!?`>)]$/.test(description!))
  assert.deepEqual(
    sentences.map(([name]) => name),
    [],
  )
})

test('the document is compressed, and not sent again while it stays the same', async () => {
  const app = await startTestApp()
  const get = (headers: Record<string, string>) => fetch(`${app.baseUrl}/api/v1/openapi`, { headers })
  const plain = await get({ 'accept-encoding': 'identity' })
  assert.equal(plain.headers.get('content-encoding'), null)
  const text = await plain.text()
  for (const coding of ['br', 'gzip']) {
    const compressed = await get({ 'accept-encoding': coding })
    assert.equal(compressed.headers.get('content-encoding'), coding)
    assert.equal(await compressed.text(), text)
  }
  const again = await get({ 'if-none-match': plain.headers.get('etag')! })
  assert.deepEqual([again.status, await again.text()], [304, ''])
  await app.close()
})
