/* Prints JSON schemas as TypeScript types. */

export type Schema = {
  $id?: string
  type?: string
  description?: string
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
export class TypePrinter {
  readonly declarations = new Map<string, string>()

  typeOf(schema: Schema): string {
    if (schema.$id === undefined) return this.#plainType(schema)
    if (!this.declarations.has(schema.$id)) {
      // Claimed before its fields are printed, in case they refer to it.
      this.declarations.set(schema.$id, '')
      this.declarations.set(schema.$id, this.#declaration(schema.$id, schema))
    }
    return schema.$id
  }

  #declaration(name: string, schema: Schema): string {
    const comment = commentOf(schema.description, '')
    return schema.type === 'object' && schema.properties
      ? `${comment}export interface ${name} ${this.fieldsOf(schema)}\n`
      : `${comment}export type ${name} = ${this.#plainType(schema)}\n`
  }

  #plainType(schema: Schema): string {
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    if (schema.anyOf) return [...new Set(schema.anyOf.map((one) => this.typeOf(one)))].join(' | ')
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      case 'integer':
      case 'number':
        return 'number'
      case 'array':
        return `Array<${schema.items ? this.typeOf(schema.items) : 'unknown'}>`
      case 'object':
        return this.#objectType(schema)
      default:
        return 'unknown'
    }
  }

  #objectType(schema: Schema): string {
    if (schema.properties) return this.fieldsOf(schema)
    const [values] = Object.values(schema.patternProperties ?? {})
    return `Record<string, ${values ? this.typeOf(values) : 'unknown'}>`
  }

  /** `isInput`: a field with a default may be left out. */
  fieldsOf({ properties = {}, required = [] }: Schema, isInput = false): string {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const isOptional = !required.includes(name) || (isInput && 'default' in schema)
      return `${commentOf(schema.description, '  ')}  ${keyOf(name)}${isOptional ? '?' : ''}: ${indent(this.typeOf(schema))}\n`
    })
    return fields.length === 0 ? '{}' : `{\n${fields.join('')}}`
  }
}

const indent = (text: string) => text.replaceAll('\n', '\n  ')

export const commentOf = (text: string | undefined, before: string): string =>
  text === undefined ? '' : `${before}/** ${text.replaceAll('*/', '* /').replaceAll('\n', `\n${before} * `)} */\n`
