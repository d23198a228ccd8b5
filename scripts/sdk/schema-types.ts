import { describeSchema } from '#contract/descriptions/describe.ts'

/* Prints JSON schemas as TypeScript types. */

export type Schema = {
  $id?: string
  type?: string
  description?: string
  format?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
}

const isName = /^[A-Za-z_$][\w$]*$/
const keyOf = (name: string) => (isName.test(name) ? name : JSON.stringify(name))

/** Schemas with an id become interfaces, declared once. */
/** A `Date` is sent in this form; a day is not one, because it depends on the time zone. */
const takesDate = ({ format, anyOf = [] }: Schema): boolean =>
  format === 'date-time' || anyOf.some((variant) => variant.format === 'date-time' && variant.type === undefined)

export class TypePrinter {
  readonly declarations = new Map<string, string>()

  /** `isInput`: what a caller may send, which is more than what is returned. */
  typeOf(schema: Schema, isInput = false): string {
    if (schema.$id === undefined) return this.#plainType(schema, isInput)
    if (!this.declarations.has(schema.$id)) {
      // Claimed before its fields are printed, in case they refer to it.
      this.declarations.set(schema.$id, '')
      this.declarations.set(schema.$id, this.#declaration(schema.$id, schema))
    }
    return schema.$id
  }

  #declaration(name: string, schema: Schema): string {
    const comment = commentOf(describeSchema(name) ?? schema.description, '')
    return schema.type === 'object' && schema.properties
      ? `${comment}export interface ${name} ${this.fieldsOf(schema)}\n`
      : `${comment}export type ${name} = ${this.#plainType(schema, false)}\n`
  }

  #plainType(schema: Schema, isInput: boolean): string {
    if (takesDate(schema)) return isInput ? 'Date | string' : 'string'
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => this.typeOf(one, isInput)))].join(' | ')
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return `Array<${schema.items ? this.typeOf(schema.items, isInput) : 'unknown'}>`
      case 'object':
        return this.#objectType(schema, isInput)
      default:
        return 'unknown'
    }
  }

  #objectType(schema: Schema, isInput: boolean): string {
    if (schema.properties) return this.fieldsOf(schema, isInput)
    const [values] = Object.values(schema.patternProperties ?? {})
    return `Record<string, ${values ? this.typeOf(values, isInput) : 'unknown'}>`
  }

  /** `isInput`: a field with a default may be left out. */
  fieldsOf({ properties = {}, required = [] }: Schema, isInput = false): string {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const isOptional = !required.includes(name) || (isInput && 'default' in schema)
      const text = indent(this.typeOf(schema, isInput))
      return `${commentOf(schema.description, '  ')}  ${keyOf(name)}${isOptional ? '?' : ''}: ${text}\n`
    })
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}}`
  }
}

const indent = (text: string) => text.replaceAll('\n', '\n  ')

export const commentOf = (text: string | undefined, before: string): string =>
  text === undefined ? '' : `${before}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${before} * `)} */\n`
