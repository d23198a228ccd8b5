import { isUtf8 } from 'node:buffer'
import { InvalidRow } from '#contract/core/batch-rows.ts'
import { type JsonLimits, JsonScan } from '#contract/core/scan-json.ts'
import { ApiError, throwApiError } from '#domain/errors.ts'

const megabyte = 1024 * 1024
/** More than any operation accepts: 20,000 is the number of segments of a transcript. */
const maxDepth = 32
const shapeLimits = { depth: maxDepth, keysPerObject: 1000, itemsPerArray: 20_000 }

/** What a body may consist of; parsing and validating cost more for each field and item than for each byte. */
export const jsonLimits = (bodyLimit = megabyte): JsonLimits => ({
  ...shapeLimits,
  values: bodyLimit > megabyte ? 200_000 : 50_000,
})

const throwBadRequest = (message: string): never => throwApiError('BAD_REQUEST', message)

/** Strict JSON: UTF-8, no duplicate keys, limited in size, nothing PostgreSQL or JavaScript would silently change. */
export function parseStrict(body: Buffer, limits = jsonLimits()): unknown {
  const text = decode(body)
  return parseScanned(text, new JsonScan(text, 'body', limits), 'body')
}

function decode(body: Buffer): string {
  if (!isUtf8(body)) throwBadRequest('The body is not valid UTF-8.')
  return body.toString('utf8')
}

function parseScanned(text: string, { problem }: JsonScan, path: string): unknown {
  if (problem?.reason === 'form') throwBadRequest(problem.message)
  if (problem) invalidAt(problem.path, problem.message)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return throwBadRequest('The body is not valid JSON.')
  }
  rejectUnstorable(value, path)
  return value
}

/** The lines of an NDJSON body; together they have no more fields and items than a JSON body may have. */
export class RowParser {
  readonly #limits: JsonLimits
  #values = 0
  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  /** An invalid line becomes an InvalidRow instead of failing the request. */
  parse(line: Buffer, path: string): unknown {
    try {
      const text = decode(line)
      const scan = new JsonScan(text, path, this.#limits)
      this.#values += scan.values
      if (this.#values <= this.#limits.values) return parseScanned(text, scan, path)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return new InvalidRow(
        error.details ?? [{ path, message: error.message.replace(/^The body /, '').replace(/\.$/, '') }],
      )
    }
    return invalidAt('body', `has more than ${this.#limits.values} fields and items in all`)
  }
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Rejects what would be stored as something other than was sent; numbers are checked in the text. */
export function rejectUnstorable(value: unknown, path: string): void {
  if (typeof value === 'string') rejectUnstorableText(value, path)
  else if (Array.isArray(value)) value.forEach((item, i) => rejectUnstorable(item, `${path}[${i}]`))
  else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      if (forbiddenKeys.has(key)) invalidAt(`${path}.${key}`, 'is not allowed as a name')
      rejectUnstorableText(key, path)
      rejectUnstorable(item, `${path}.${key}`)
    }
  }
}

function rejectUnstorableText(text: string, path: string) {
  if (text.includes('\0')) invalidAt(path, 'contains a NUL character')
  if (!text.isWellFormed()) invalidAt(path, 'contains half of a surrogate pair')
}

export const invalidAt = (path: string, message: string): never =>
  throwApiError('VALIDATION_ERROR', `${path} ${message}`, { details: [{ path, message }] })
