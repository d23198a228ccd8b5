import { isUtf8 } from 'node:buffer'
import { BadRow } from '#contract/core/batch-rows.ts'
import { ApiError, throwApiError } from '#domain/errors.ts'

const deepest = 32
const refuse = (message: string): never => throwApiError('BAD_REQUEST', message)

/** JSON as the contract means it: UTF-8, no repeated keys, no deep nesting, nothing PostgreSQL or JavaScript would quietly change. */
export function parseStrict(body: Buffer, path = 'body'): unknown {
  if (!isUtf8(body)) refuse('The body is not valid UTF-8.')
  const text = body.toString('utf8')
  refuseDeepOrRepeated(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('The body is not valid JSON.')
  }
  inspect(value, path)
  return value
}

/** One line of many: what is wrong with it stands in its place. */
export function parseRow(line: Buffer, path: string): unknown {
  try {
    return parseStrict(line, path)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return new BadRow(error.details ?? [{ path, message: error.message.replace(/^The body /, '').replace(/\.$/, '') }])
  }
}

/** One pass over the text, because JSON.parse lets the last of two equal keys win and recurses as deep as it is told. */
function refuseDeepOrRepeated(text: string) {
  const keys: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '{' || c === '[') {
      if (keys.push(c === '{' ? new Set() : null) > deepest) refuse(`The body is nested deeper than ${deepest} levels.`)
    } else if (c === '}' || c === ']') keys.pop()
    else if (c === '"') {
      const end = endOfString(text, i)
      const open = keys.at(-1)
      if (open && isKey(text, end)) addKey(open, text.slice(i, end + 1))
      i = end
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === '"') return i
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
    return // malformed: JSON.parse of the whole says so
  }
  if (open.has(key)) refuse(`The key ${key.slice(0, 100)} stands twice in one object.`)
  open.add(key)
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Refuses what would be stored as something else than was sent. */
export function inspect(value: unknown, path: string): void {
  if (typeof value === 'string') inspectText(value, path)
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) invalidAt(path, 'is out of the range of numbers')
  } else if (Array.isArray(value)) value.forEach((item, i) => inspect(item, `${path}[${i}]`))
  else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      if (forbiddenKeys.has(key)) invalidAt(`${path}.${key}`, 'is not allowed as a name')
      inspectText(key, path)
      inspect(item, `${path}.${key}`)
    }
  }
}

function inspectText(text: string, path: string) {
  if (text.includes('\0')) invalidAt(path, 'contains a NUL character')
  if (!text.isWellFormed()) invalidAt(path, 'contains half of a surrogate pair')
}

const invalidAt = (path: string, message: string): never =>
  throwApiError('VALIDATION_ERROR', `${path} ${message}`, { details: [{ path, message }] })
