import { type OpenApi, type ReferenceSchema, schemaOf } from './document.ts'
import { element, inline } from './dom.ts'

/** Deeper levels are opened by the reader, and made only then. */
const openLevels = 1

const limits = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

export function typeOf(api: OpenApi, given: ReferenceSchema): string {
  const schema = schemaOf(api, given)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return schema.name ?? variants.map((variant) => typeOf(api, variant)).join(' | ')
  if (schema.type === 'array') return `array of ${schema.items ? typeOf(api, schema.items) : 'anything'}`
  const type = schema.name ?? [schema.type ?? 'anything'].flat().join(' | ')
  return schema.format ? `${type} (${schema.format})` : type
}

export const boundsOf = (schema: ReferenceSchema): string =>
  [
    ...limits.flatMap((name) => (schema[name] === undefined ? [] : [`${name} ${schema[name]}`])),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ')

type Field = { name: string; schema: ReferenceSchema; required: boolean }

function fieldsOf(api: OpenApi, given: ReferenceSchema): Field[] {
  const schema = schemaOf(api, given)
  if (schema.type === 'array' && schema.items) return fieldsOf(api, schema.items)
  const parts = (schema.allOf ?? []).flatMap((part) => fieldsOf(api, part))
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    required: schema.required?.includes(name) ?? false,
  }))
  return [...parts, ...own]
}

const variantsOf = (api: OpenApi, given: ReferenceSchema): ReferenceSchema[] => {
  const schema = schemaOf(api, given)
  const variants = schema.oneOf ?? schema.anyOf ?? (schema.items ? variantsOf(api, schema.items) : [])
  return variants.filter((variant) => fieldsOf(api, variant).length > 0)
}

/** The fields of a schema, nested ones behind a disclosure. */
export function schemaView(api: OpenApi, schema: ReferenceSchema, level = 0): HTMLElement {
  const list = element('ul', { class: 'fields' })
  for (const field of fieldsOf(api, schema)) list.append(fieldView(api, field, level))
  for (const variant of variantsOf(api, schema)) {
    const name = schemaOf(api, variant).name ?? typeOf(api, variant)
    list.append(
      element(
        'li',
        {},
        disclosure(`One of: ${name}`, () => schemaView(api, variant, level + 1), false),
      ),
    )
  }
  return list
}

function fieldView(api: OpenApi, { name, schema, required }: Field, level: number): HTMLElement {
  const resolved = schemaOf(api, schema)
  const bounds = boundsOf(resolved)
  const description = schema.description ?? resolved.description
  const hasFields = fieldsOf(api, schema).length > 0 || variantsOf(api, schema).length > 0
  return element(
    'li',
    {},
    element('code', {}, name),
    ' ',
    element('span', { class: 'type' }, typeOf(api, schema)),
    required && element('strong', {}, ' required'),
    bounds !== '' && element('span', { class: 'type' }, ` ${bounds}`),
    description !== undefined && element('p', {}, ...inline(description)),
    hasFields && disclosure(`Fields of ${name}`, () => schemaView(api, schema, level + 1), level < openLevels),
  )
}

export function disclosure(title: string, content: () => HTMLElement, isOpen: boolean): HTMLElement {
  const details = element('details', {}, element('summary', {}, title))
  const fill = () => void (details.open && details.childElementCount === 1 && details.append(content()))
  details.addEventListener('toggle', fill)
  if (isOpen) {
    details.open = true
    fill()
  }
  return details
}
