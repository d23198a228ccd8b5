import type { CustomFieldValue } from '#vocabulary/custom-fields.ts'
import type { FieldRule } from './queries-rules.ts'
import type { FieldRow } from './queries.ts'

/* Keys, options and values of custom fields; pure. */

const maxKeyLength = 40
const accents = /[\u0300-\u036f]/g

/** A key made from a name, with a number where it is taken. */
export function freeKey(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z0-9]+/g, '_')
  const base = words.replace(/^[_0-9]+|_+$/g, '').slice(0, maxKeyLength - 4) || 'field'
  if (!taken.has(base)) return base
  let number = 2
  while (taken.has(`${base}_${number}`)) number++
  return `${base}_${number}`
}

type Option = FieldRow['options'][number]
type NewOption = { key?: string; name: string }

/**
 * The options after a change: the given ones in their order, then the others, archived. A problem is a text.
 */
export function nextOptions(before: readonly Option[], given: readonly NewOption[]): Option[] | string {
  const names = given.map(({ name }) => name.toLowerCase())
  if (new Set(names).size < names.length) return 'two options have the same name'
  const known = new Set(before.map(({ key }) => key))
  const taken = new Set([...known, ...given.flatMap(({ key }) => (key ? [key] : []))])
  const active: Option[] = []
  for (const { key: wanted, name } of given) {
    const same = before.find((option) => !wanted && option.name.toLowerCase() === name.toLowerCase())
    const key = wanted ?? same?.key ?? freeKey(name, taken)
    if (active.some((option) => option.key === key)) return `the key ${key} occurs twice`
    taken.add(key)
    active.push({ key, name, archived: false })
  }
  const left = before.filter(({ key }) => !active.some((option) => option.key === key))
  return [...active, ...left.map((option) => ({ ...option, archived: true }))]
}

/** The ids with one of them at another place, which counts from 1. */
export function movedTo(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, position - 1), id, ...others.slice(position - 1)]
}

type Context = { rule: FieldRule; members: ReadonlySet<string> }
type ValueProblem = { problem: string }
type Read = CustomFieldValue | ValueProblem
const problem = (text: string): ValueProblem => ({ problem: text })

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function isLink(text: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) return false
  return ['http:', 'https:'].includes(new URL(text).protocol)
}

/** By its key, or by its name in any case. */
function optionOf({ rule }: Context, given: string): Read {
  const found =
    rule.options.find(({ key }) => key === given) ??
    rule.options.find(({ name, archived }) => !archived && name.toLowerCase() === given.toLowerCase())
  if (!found) return problem(`is no option of ${rule.name}: ${optionNames(rule)}`)
  return found.archived ? problem(`the option ${found.name} is archived`) : found.key
}
const optionNames = ({ options }: FieldRule) =>
  options
    .filter(({ archived }) => !archived)
    .slice(0, 20)
    .map(({ key }) => key)
    .join(', ')

function optionsOf(context: Context, given: unknown): Read {
  const list = typeof given === 'string' ? [given] : given
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string'))
    return problem('must be a list of options')
  if (list.length === 0) return problem('is empty; null removes the value')
  const keys: string[] = []
  for (const item of list) {
    const key = optionOf(context, item)
    if (typeof key === 'object') return key
    if (!keys.includes(key as string)) keys.push(key as string)
  }
  return keys
}

const fromText =
  (read: (text: string, context: Context) => Read) =>
  (context: Context, given: unknown): Read => {
    if (typeof given !== 'string') return problem('must be a text')
    const text = given.trim()
    return text === '' ? problem('is empty; null removes the value') : read(text, context)
  }

const readers: Record<FieldRule['kind'], (context: Context, given: unknown) => Read> = {
  text: fromText((text) => text),
  number: (_, given) => (typeof given === 'number' ? given : problem('must be a number')),
  select: fromText((text, context) => optionOf(context, text)),
  multi_select: optionsOf,
  date: fromText((text) => (isDay(text) ? text : problem('must be a day such as 2026-05-02'))),
  person: fromText((text, { members }) =>
    members.has(text) ? text : problem('is not an active member of this organization'),
  ),
  link: fromText((text) =>
    isLink(text) ? text : problem('must be a web address that begins with http:// or https://'),
  ),
}

/** A value as it is stored. */
export function readValue(context: Context, given: unknown): Read {
  if (context.rule.archived) return problem('this field is archived')
  return readers[context.rule.kind](context, given)
}

/** A cell of a table: several options are separated, and numbers and days are written in many ways. */
export function readFieldCell(rule: FieldRule, text: string, dayOf: (text: string) => string | undefined): Read {
  if (rule.kind === 'number') {
    const number = Number(text.replace(/[\s']/g, '').replace(/^(-?\d+),(\d+)$/, '$1.$2'))
    return Number.isFinite(number) ? number : problem('is not a number')
  }
  const day = rule.kind === 'date' ? dayOf(text)?.slice(0, 10) : undefined
  const given =
    rule.kind === 'multi_select'
      ? text
          .split(/[;|,]/)
          .map((one) => one.trim())
          .filter(Boolean)
      : (day ?? text)
  return readValue({ rule, members: new Set() }, given)
}

export const isValueProblem = (read: Read): read is ValueProblem =>
  typeof read === 'object' && !Array.isArray(read) && 'problem' in read
