import { isUtf8 } from 'node:buffer'
import { type JsonLimits, JsonScan } from '#contract/core/scan-json.ts'
import { parseExactJson } from '#domain/integrations/exact-json.ts'

/** Far above what providers send; fields that are not mapped must not fail a delivery. */
const limits: JsonLimits = { depth: 64, keysPerObject: 5000, itemsPerArray: 20_000, values: 50_000, sizesOnly: true }

/** In place of a payload that would take too long to read. */
export class OversizedPayload {
  readonly detail: string
  constructor(detail: string) {
    this.detail = detail
  }
}

/** Undefined when the body is not JSON in UTF-8. */
export function parseBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined
  const text = body.toString('utf8')
  const { problem } = new JsonScan(text, 'body', limits)
  if (problem)
    return new OversizedPayload(problem.reason === 'form' ? problem.message : `${problem.path} ${problem.message}.`)
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}
