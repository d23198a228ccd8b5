import type { Field, Schema } from '#client/fields.ts'
import { type Command, kebab } from './commands.ts'
import { Usage } from './failure.ts'

export type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'array' | 'object' | 'any'
export type Option = { type: 'string' | 'boolean'; multiple?: boolean }

type OwnFlag = { type: Option['type']; fits(command: Command): boolean; help: [usage: string, text: string] }

const always = () => true

/** Flags of the program itself; no field of the API may be named like one. */
export const ownFlags: Record<string, OwnFlag> = {
  all: {
    type: 'boolean',
    fits: ({ hasPages }) => hasPages,
    help: ['--all', 'walk all pages; when piped, a line of JSON per item'],
  },
  data: {
    type: 'string',
    fits: ({ takesBody }) => takesBody,
    help: ['--data json|@file|-', 'the whole body; @ names a file, - is stdin'],
  },
  'idempotency-key': {
    type: 'string',
    fits: ({ writes }) => writes,
    help: ['--idempotency-key text', 'made up unless given'],
  },
  json: { type: 'boolean', fits: always, help: ['--json', 'JSON, also on a terminal'] },
  help: { type: 'boolean', fits: always, help: ['--help', 'this text'] },
}
export const ownFlagsOf = (command: Command) => Object.entries(ownFlags).filter(([, { fits }]) => fits(command))

export const flagOf = ({ name }: Field) => kebab(name)

export function kindsOf(schema: Schema): Kind[] {
  const variants = schema.anyOf ?? schema.oneOf
  if (schema.type) return [schema.type as Kind]
  if (variants) return [...new Set(variants.flatMap(kindsOf))]
  const values = 'const' in schema ? [schema.const] : schema.enum
  return values ? [...new Set(values.map((value) => (value === null ? 'null' : typeof value) as Kind))] : ['any']
}

const isSwitch = (schema: Schema) => kindsOf(schema).join() === 'boolean'
const isList = (schema: Schema) => kindsOf(schema).includes('array')

/** What `parseArgs` has to know about a command. */
export function optionsOf(command: Command): Record<string, Option> {
  const own = ownFlagsOf(command).map(([name, { type }]): [string, Option] => [name, { type }])
  const derived = command.fields.map((field): [string, Option] => [
    flagOf(field),
    isSwitch(field.schema) ? { type: 'boolean' } : { type: 'string', ...(isList(field.schema) && { multiple: true }) },
  ])
  return Object.fromEntries([...derived, ...own])
}

type Given = string | boolean | (string | boolean)[]

/** The words of the command line as the value that the field takes. */
export function valueOf(field: Field, given: Given): unknown {
  if (typeof given === 'boolean') return given
  if (Array.isArray(given)) return listOf(field, given.map(String))
  return read(given, field.schema, field)
}

function listOf(field: Field, given: string[]): unknown {
  const item = itemSchema(field.schema)
  if (given.length === 1 && given[0] === 'null' && kindsOf(field.schema).includes('null')) return null
  const takesObjects = kindsOf(item).includes('object')
  return given.flatMap((text): unknown[] => {
    if (text.startsWith('[')) return parseJson(text, field) as unknown[]
    if (takesObjects) return [parseJson(text, field)]
    return text === '' ? [] : text.split(',').map((part) => read(part, item, field))
  })
}

const itemSchema = (schema: Schema): Schema =>
  schema.items ?? (schema.anyOf ?? schema.oneOf)?.find(({ items }) => items)?.items ?? {}

function read(text: string, schema: Schema, field: Field): unknown {
  const kinds = kindsOf(schema)
  const has = (kind: Kind) => kinds.includes(kind)
  if (text === 'null' && has('null')) return null
  if ((has('integer') && /^-?\d+$/.test(text)) || (has('number') && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)))
    return Number(text)
  if (has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (has('object') && !(has('string') && !text.startsWith('{'))) return parseJson(text, field)
  if (has('any')) return jsonOrText(text)
  if (has('string')) return text
  throw new Usage(`--${flagOf(field)} takes ${placeholder(schema)}, not ${text}`)
}

function parseJson(text: string, field: Field): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Usage(`--${flagOf(field)} takes JSON, and this is none: ${text}`)
  }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const words: Record<Kind, string> = {
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'true|false',
  null: 'null',
  array: 'list',
  object: 'json',
  any: 'json',
}

/** What stands after a flag in the help. */
export function placeholder(schema: Schema): string {
  if (isSwitch(schema)) return ''
  const item = isList(schema) ? itemSchema(schema) : schema
  const values = item.enum ?? (item.anyOf ?? []).find((variant) => variant.enum)?.enum
  const said = values ? values.join('|') : [...new Set([...kindsOf(item)].map((kind) => words[kind]))].join('|')
  return isList(schema) ? `${said},…` : said
}
