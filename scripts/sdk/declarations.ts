import type { Route, Routes } from '#contract/core/route.ts'
import { resultOf } from '#contract/core/write-fields.ts'
import { pagingOf } from '#client/fields.ts'
import { commentOf, type Schema, TypePrinter } from './schema-types.ts'

/* The declarations of the SDK: one flat file, which a compiler reads in a fraction of the time of derived types. */

const capitalized = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const asSchema = (schema: unknown) => schema as Schema

export function sdkDeclarations(inventory: Routes, fixed: string): string {
  const printer = new TypePrinter()
  const operations = Object.entries(inventory).map(([id, route]) => operationOf(id, route, printer))
  const lists = operations.filter(({ item }) => item !== undefined)
  return [
    fixed,
    ...printer.declarations.values(),
    ...operations.map(({ types }) => types),
    `export interface Operations {\n${operations.map(({ method }) => method).join('')}}\n`,
    `export interface Lists {\n${lists
      .map(
        ({ id, inputName, responseName, item }) =>
          `  ${id}: { input: ${inputName}; page: ${responseName}; item: ${item} }\n`,
      )
      .join('')}}\n`,
    `export interface ListsWithDeleted {\n${lists
      .filter(({ hasDeleted }) => hasDeleted)
      .map(({ id, responseName, item }) => `  ${id}: { page: ${responseName}WithDeleted; item: ${item} | Tombstone }\n`)
      .join('')}}\n`,
  ].join('\n')
}

function operationOf(id: string, route: Route, printer: TypePrinter) {
  const [inputName, responseName] = [`${capitalized(id)}Input`, `${capitalized(id)}Response`]
  const input = inputOf(route, printer)
  const { response, withDeleted, item } = responseOf(route, printer)
  const isOptional = !input.isRequired
  const comment = commentOf([route.summary, route.description].filter(Boolean).join('\n'), '  ')
  const signature = (argument: string, result: string) =>
    `  ${id}(${argument}, options?: CallOptions): Promise<${result}>\n`
  const method = withDeleted
    ? comment +
      signature(`input${isOptional ? '?' : ''}: ${inputName} & { include_deleted?: false }`, responseName) +
      signature(`input: ${inputName}`, `${responseName}WithDeleted`)
    : comment + signature(`input${isOptional ? '?' : ''}: ${inputName}`, responseName)
  const types = [
    `export type ${inputName} = ${input.type}\n`,
    `export type ${responseName} = ${response}\n`,
    ...(withDeleted ? [`export type ${responseName}WithDeleted = ${withDeleted}\n`] : []),
  ].join('')
  const isList = pagingOf(route) !== undefined && item !== undefined
  return {
    id,
    inputName,
    responseName,
    method,
    types,
    hasDeleted: withDeleted !== undefined,
    item: isList ? item : undefined,
  }
}

function inputOf(route: Route, printer: TypePrinter): { type: string; isRequired: boolean } {
  const parts = [route.params, route.query, route.body].filter((part) => part !== undefined).map(asSchema)
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Record<string, Schema>
  const required = parts.flatMap((part) => part.required ?? [])
  const common = { properties, required }
  const isRequired = required.some((name) => !('default' in properties[name]!))
  if (!route.actions) {
    const type = printer.fieldsOf(common, true)
    return { type: type === '{}' ? 'Record<string, never>' : type, isRequired }
  }
  const variants = Object.entries(route.actions).map(([action, body]) => {
    const { properties: own = {}, required: needed = [] } = asSchema(body)
    return printer.fieldsOf(
      {
        properties: { action: { const: action }, ...properties, ...own },
        required: ['action', ...required, ...needed],
      },
      true,
    )
  })
  return { type: variants.join(' | '), isRequired: true }
}

/** Items of a list are rows; deleted ones come only when asked for. */
function responseOf(route: Route, printer: TypePrinter) {
  const result = asSchema(resultOf(route))
  const items = result.properties?.data?.items
  const item = items && withoutDeleted(items)
  if (!items || !item) return { response: printer.typeOf(result), item: items && printer.typeOf(items) }
  const responseWith = (rows: Schema) =>
    printer.typeOf({ ...result, properties: { ...result.properties, data: { type: 'array', items: rows } } })
  return { response: responseWith(item), withDeleted: responseWith(items), item: printer.typeOf(item) }
}

/** The row of a list that can have deleted rows too. */
function withoutDeleted({ anyOf = [] }: Schema): Schema | undefined {
  if (!anyOf.some(({ $id }) => $id === 'Tombstone')) return undefined
  const rows = anyOf.filter(({ $id }) => $id !== 'Tombstone')
  return rows.length === 1 ? rows[0] : { anyOf: rows }
}
