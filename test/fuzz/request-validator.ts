import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '#contract/core/formats.ts'
import type { Operation, Schema } from './document.ts'

/** Checks the parts of a request against the document. */
export type RequestValidator = {
  params(values: object): boolean
  query(pairs: [string, string][]): boolean
  body(value: unknown): boolean
}

const ajv = new Ajv({ strict: false, discriminator: true })
for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)

export function requestValidator(operation: Operation): RequestValidator {
  const parts = (parameters: Operation['query']) =>
    ajv.compile({
      type: 'object',
      properties: Object.fromEntries(parameters.map((p) => [p.name, p.schema])),
      required: parameters.filter((p) => p.required).map((p) => p.name),
      additionalProperties: false,
    })
  const params = parts(operation.params)
  const query = parts(operation.query)
  const body: ValidateFunction | undefined = operation.body && ajv.compile(operation.body)
  const schemas = new Map(operation.query.map((p) => [p.name, p.schema]))
  return {
    params: (values) => params(values),
    query: (pairs) =>
      query(Object.fromEntries(pairs.map(([name, text]) => [name, parseValue(schemas.get(name) ?? {}, text)]))),
    body: (value) => (body ? body(value) : value === undefined),
  }
}

/** Parses a query value by its schema; anything unparsable stays a string. */
function parseValue(schema: Schema, text: string): unknown {
  if (schema.type === 'array') return text.split(',').map((item) => parseValue(schema.items ?? {}, item))
  if (schema.type === 'integer' || schema.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
