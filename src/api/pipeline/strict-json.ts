import { isUtf8 } from 'node:buffer'
import { InvalidRow } from '#contract/core/batch-rows.ts'
import { ApiError, throwApiError } from '#domain/errors.ts'

const maxDepth = 32
const throwBadRequest = (message: string): never => throwApiError('BAD_REQUEST', message)

/** Strict JSON: UTF-8, no duplicate keys, limited depth, nothing PostgreSQL or JavaScript would silently change. */
export function parseStrict(body: Buffer, path = 'body'): unknown {
  if (!isUtf8(body)) throwBadRequest('The body is not valid UTF-8.')
  const text = body.toString('utf8')
  rejectDeepOrDuplicateKeys(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return throwBadRequest('The body is not valid JSON.')
  }
  rejectUnstorable(value, path)
  return value
}

/** One NDJSON line; an invalid line becomes an InvalidRow instead of failing the request. */
export function parseRow(line: Buffer, path: string): unknown {
  try {
    return parseStrict(line, path)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return new InvalidRow(
      error.details ?? [{ path, message: error.message.replace(/^The body /, '').replace(/\.$/, '') }],
    )
  }
}

/** A scan of its own, because JSON.parse keeps the last of two equal keys and has no depth limit. */
function rejectDeepOrDuplicateKeys(text: string) {
  const keys: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '{' || c === '[') {
      if (keys.push(c === '{' ? new Set() : null) > maxDepth)
        throwBadRequest(`The body is nested deeper than ${maxDepth} levels.`)
    } else if (c === '}' || c === ']') keys.pop()
    else if (c === '"') {
      const end = endOfString(text, i)
      const open = keys.at(-1)
      if (open && isKey(text, end)) addKey(open, text.slice(i, end + 1))
      i = end
    }
  }
}

/** The next quote after an even number of backslashes. `indexOf` is many times as fast as a loop over a long text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

function isKey(text: string, end: number): boolean {
  for (let i = end + 1; i < text.length; i++) {
    const c = text[i]!
    if (c !== ' ' && c !== '\n' && c !== '\r' && c !== '\t') return c === ':'
  }
  return false
}

function addKey(open: Set<string>, quoted: string) {
  let key = quoted
  try {
    if (quoted.includes('\\')) key = JSON.stringify(JSON.parse(quoted))
  } catch {
    return // Malformed: JSON.parse of the whole text reports it.
  }
  if (open.has(key)) throwBadRequest(`The key ${key.slice(0, 100)} occurs twice in one object.`)
  open.add(key)
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Rejects what would be stored as something other than was sent. */
export function rejectUnstorable(value: unknown, path: string): void {
  if (typeof value === 'string') rejectUnstorableText(value, path)
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) invalidAt(path, 'is out of the range of numbers')
    // Larger ones have already lost digits, and two different ones would count as the same payload.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER)
      invalidAt(path, `is a number beyond ±${Number.MAX_SAFE_INTEGER}, which is not stored exactly; send it as text`)
  } else if (Array.isArray(value)) value.forEach((item, i) => rejectUnstorable(item, `${path}[${i}]`))
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

const invalidAt = (path: string, message: string): never =>
  throwApiError('VALIDATION_ERROR', `${path} ${message}`, { details: [{ path, message }] })
