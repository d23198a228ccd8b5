import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openapi } from '#api/routes/openapi.ts'
import { publicInventory } from '#contract/index.ts'
import { bodyOf, type Routes } from '#contract/core/route.ts'
import { enumTexts } from '#contract/descriptions/enums/index.ts'
import { fieldTexts, findTextKey, ownersOf } from '#contract/descriptions/fields/index.ts'
import { general } from '#contract/descriptions/fields/general.ts'

/* Every field, parameter and schema of the API says what it is. */

type Schema = {
  $id?: string
  $ref?: string
  type?: string
  description?: string
  enum?: string[]
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
type Content = Record<string, { schema: Schema }>
type Operation = {
  operationId: string
  parameters: { name?: string; description?: string; schema?: Schema }[]
  requestBody?: { content: Content }
  responses: Record<string, { content: Content }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
  webhooks: Record<string, { post: Operation }>
}
const documentOf = (routes: Routes) => openapi(routes, { version: 'test', server: '/api/v1' }) as unknown as Document
const document = documentOf(publicInventory)

type Field = { place: string; name: string; schema: Schema }
const partsOf = ({ items, anyOf = [], oneOf = [], patternProperties = {} }: Schema) => [
  ...(items ? [items] : []),
  ...anyOf,
  ...oneOf,
  ...Object.values(patternProperties),
]

/** All schemas inside one, and all of its fields. */
function* fieldsOf(schema: Schema, place: string): Generator<Field> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield { place: `${place}.${name}`, name, schema: field }
    yield* fieldsOf(field, `${place}.${name}`)
  }
  for (const part of partsOf(schema)) yield* fieldsOf(part, place)
}

const operationsOf = ({ paths, webhooks }: Document) => [
  ...Object.values(paths).flatMap((methods) => Object.values(methods)),
  ...Object.values(webhooks).map(({ post }) => post),
]

function schemasOf(described: Document): [place: string, schema: Schema][] {
  return [
    ...Object.entries(described.components.schemas),
    ...operationsOf(described).flatMap(({ operationId, parameters, requestBody, responses }) => [
      ...parameters.map(({ name, schema }): [string, Schema] => [`${operationId}?${name}`, schema ?? {}]),
      ...[...Object.values(responses).map(({ content }) => content), requestBody?.content ?? {}].flatMap(
        (content = {}) =>
          Object.entries(content).map(([type, { schema }]): [string, Schema] => [`${operationId} ${type}`, schema]),
      ),
    ]),
  ]
}

const allFields = (described: Document) =>
  schemasOf(described).flatMap(([place, schema]) => [...fieldsOf(schema, place)])
const undescribed = (described: Document) =>
  allFields(described).flatMap(({ place, schema }) => (schema.description ? [] : [place]))

test('no field of a body or a response is without a description', () => {
  assert.deepEqual(undescribed(document), [])
  assert(allFields(document).length > 4000)
})

test('a new field without a description is found', () => {
  const { getMe } = publicInventory
  const result = { ...getMe.result, properties: { ...getMe.result.properties, favourite: { type: 'string' } } }
  assert.deepEqual(undescribed(documentOf({ getMe: { ...getMe, result } } as unknown as Routes)), [
    'Identity.favourite',
  ])
})

const fillers = new Set('a an the of its it is was by in for and or to this that'.split(' '))
const wordsOf = (text: string) =>
  new Set((text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !fillers.has(word)))
/** The name in other characters: `contact_count`, “The contact count.” */
const repeats = (name: string, text: string) => {
  const names = wordsOf(name.replace(/[A-Z]/g, (letter) => `_${letter}`).replaceAll('_', ' '))
  return [...wordsOf(text)].every((word) => names.has(word) || names.has(word.replace(/s$/, '')))
}

test('no description only repeats the name of what it describes', () => {
  assert(repeats('contact_count', 'The contact count.') && repeats('themeId', 'The id of the theme.'))
  const parameters = operationsOf(document).flatMap(({ operationId, parameters: all }) =>
    all.map(({ name = '', description = name }) => ({
      place: `${operationId}?${name}`,
      name,
      schema: { description },
    })),
  )
  const fields = [...allFields(document), ...parameters.filter(({ name }) => name)]
  const found = fields.filter(({ name, schema }) => repeats(name, schema.description ?? ''))
  assert.deepEqual([...new Set(found.map(({ place, schema }) => `${place}: ${schema.description}`))], [])
})

test('descriptions are sentences', () => {
  const found = allFields(document).filter(({ schema }) => !/^[\p{Lu}`%0-9[]|^[a-z_]+:/u.test(schema.description!))
  const unended = allFields(document).filter(({ schema }) => !/[.!?`)]$/.test(schema.description!))
  const shown = [...found, ...unended].map(({ name, schema }) => `${name}: ${schema.description}`)
  assert.deepEqual([...new Set(shown)], [])
})

/** Enumerations that are not a schema of their own. */
function* inlineEnums(schema: Schema, place: string): Generator<string> {
  if (schema.enum) yield place
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* inlineEnums(field, `${place}.${name}`)
  for (const part of partsOf(schema)) yield* inlineEnums(part, place)
}

test('every enumeration is a named schema that explains each of its values', () => {
  const inline = schemasOf(document).flatMap(([place, schema]) => {
    const isNamed = document.components.schemas[place] !== undefined && schema.enum
    return isNamed ? [] : [...inlineEnums(schema, place)]
  })
  assert.deepEqual([...new Set(inline)], [])
  const enums = Object.entries(document.components.schemas).filter(([, schema]) => schema.enum)
  assert.deepEqual(enums.map(([name]) => name).sort(), Object.keys(enumTexts).sort())
  for (const [name, schema] of enums)
    for (const value of schema.enum!) assert(schema.description!.includes(`\`${value}\`: `), `${name} ${value}`)
})

test('every text describes a field', () => {
  const used = new Set<string>()
  const visit = (schema: Schema, owners: readonly string[], path: readonly string[]) => {
    const [inside, from] = schema.$id === undefined ? [owners, path] : [[schema.$id], []]
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const declared =
        field.description ?? (field.anyOf?.[1]?.type === 'null' ? field.anyOf[0]?.description : undefined)
      if (declared === undefined) used.add(String(findTextKey(inside, [...from, name])))
      visit(field, inside, [...from, name])
    }
    for (const part of partsOf(schema)) visit(part, inside, from)
  }
  for (const [id, route] of Object.entries(publicInventory as Routes)) {
    const body = bodyOf(route) as Schema | undefined
    if (body) visit(body, [id, ...ownersOf(route.result)], [])
    visit(route.result as Schema, [id], [])
  }
  const keys = [
    ...Object.keys(general).map((path) => String(['', path])),
    ...Object.entries(fieldTexts).flatMap(([owner, texts]) => Object.keys(texts).map((path) => String([owner, path]))),
  ]
  assert.deepEqual(
    keys.filter((key) => !used.has(key)),
    [],
  )
})
