import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { fieldsOf, operationsOf } from '#client/fields.ts'
import { formats } from '#contract/core/formats.ts'
import { inventory, publicInventory } from '#contract/index.ts'
import { toolsOf } from '#mcp/tools.ts'
import { things } from './sample-inventory.ts'

const id = '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f'
const tools = toolsOf(publicInventory)
const atTheTop = ['type', 'properties', 'required', 'minProperties', 'additionalProperties']
const toolNamed = (name: string) => toolsOf(things).find(({ tool }) => tool.name === name)!.tool

function compile(schema: object) {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
  return ajv.compile(schema)
}

test('no field occurs in two parts of an operation, so that the input can be flat', () => {
  for (const operation of operationsOf(inventory)) {
    const names = fieldsOf(operation).map(({ name }) => name)
    assert.equal(new Set(names).size, names.length, `${operation.id}: ${names.join(', ')}`)
    if (operation.action !== undefined) assert(!names.includes('action'), operation.id)
  }
})

test('every public operation is a tool with a unique name that all clients accept', () => {
  const names = tools.map(({ tool }) => tool.name)
  assert.equal(names.length, operationsOf(publicInventory).length)
  assert.equal(new Set(names).size, names.length)
  for (const name of names) assert.match(name, /^[a-z][a-z0-9_]{1,63}$/)
  assert(names.includes('list_themes'))
})

test('a route with actions has one tool per action', () => {
  const names = toolsOf(things).map(({ tool }) => tool.name)
  assert.deepEqual(
    names.filter((name) => name.startsWith('build')),
    ['build_things_create', 'build_things_update_title'],
  )
  assert.deepEqual(Object.keys(toolNamed('build_things_update_title').inputSchema.properties), [
    'thing_id',
    'title',
    'dry_run',
  ])
})

test('every input is a closed flat object and valid JSON Schema without internal keywords', () => {
  for (const { tool } of [...tools, ...toolsOf(things)]) {
    const { inputSchema } = tool
    compile(inputSchema)
    assert.deepEqual([inputSchema.type, inputSchema.additionalProperties], ['object', false])
    for (const keyword of Object.keys(inputSchema)) assert(atTheTop.includes(keyword), `${tool.name}: ${keyword}`)
    assert.doesNotMatch(JSON.stringify(inputSchema), /"(\$id|x-[a-z]+|discriminator)":/, tool.name)
  }
})

test('fields with a default are optional at any depth, and a field named like a keyword stays', () => {
  const { inputSchema } = toolNamed('create_thing')
  const check = compile(inputSchema)
  assert.deepEqual(inputSchema.required, ['title'])
  assert.equal(
    check({ title: 'x', parts: [{ name: 'leg' }], rule: { pattern: 'y', examples: [] } }),
    true,
    JSON.stringify(check.errors),
  )
  assert.equal(check({ title: 'x', parts: [{}] }), false)
  assert.equal(check({ title: 'x', colour: 'red' }), false)
  assert.deepEqual(Object.keys(inputSchema.properties.rule!.properties!), ['pattern', 'examples'])
  assert.equal(inputSchema.properties.color!.default, 'red')
})

test('an update requires at least one field', () => {
  const check = compile(tools.find(({ tool }) => tool.name === 'update_theme')!.tool.inputSchema)
  assert.equal(check({ themeId: id }), false)
  assert.equal(check({ themeId: id, notes: null }), true)
})

test('hints follow the effect, and the description names scope and feature', () => {
  const hintsOf = (name: string) => {
    const { readOnlyHint, destructiveHint, idempotentHint } = toolNamed(name).annotations
    return [readOnlyHint, destructiveHint, idempotentHint]
  }
  assert.deepEqual(hintsOf('list_things'), [true, false, true])
  assert.deepEqual(hintsOf('create_thing'), [false, false, false])
  assert.deepEqual(hintsOf('drop_thing'), [false, true, true])
  assert.deepEqual(hintsOf('rotate_thing_secret'), [false, true, false])
  assert.match(toolNamed('list_things').description, /^List things\. .*next_cursor.* read scope/)
  assert.match(toolNamed('weigh_thing').description, /write scope.*segments feature.*admins.*idempotency/)
})
