import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '#contract/core/formats.ts'
import type { Operation, Schema } from './document.ts'

/** Says of a request whether its document allows it, part by part. */
export type RequestJudge = {
  params(given: object): boolean
  query(pairs: [string, string][]): boolean
  body(value: unknown): boolean
}

export function requestJudge(operation: Operation): RequestJudge {
  const ajv = new Ajv({ strict: false, discriminator: true })
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
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
    params: (given) => params(given),
    query: (pairs) =>
      query(Object.fromEntries(pairs.map(([name, text]) => [name, readBack(schemas.get(name) ?? {}, text)]))),
    body: (value) => (body ? body(value) : value === undefined),
  }
}

/** What a text in a query means to a schema; one that means nothing stays text, which no number and no boolean is. */
function readBack(schema: Schema, text: string): unknown {
  if (schema.type === 'array') return text.split(',').map((item) => readBack(schema.items ?? {}, item))
  if (schema.type === 'integer' || schema.type === 'number') return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
  if (schema.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
