import { type MaskRules, type MaskedText } from '#engine/masking/mask-text.ts'
import { maskTexts } from '#engine/masking/mask-off-thread.ts'
import type { Db } from '#store/open.ts'
import { withMaskingErrors } from './errors.ts'
import { getMaskingSettings, insertMaskingCounts, type MaskingSettings } from './queries.ts'
import { waitOutside } from './wait-outside.ts'

/*
 * Every text that comes in passes through here before it is stored. What identifies a contact (name, email, phone),
 * ids, addresses of pages and names of companies are no texts: they are stored as they are.
 */

/** The texts of each kind of record; of lists and objects all values, unless a path goes on. */
const textFields = {
  feedback: ['title', 'content', 'tags', 'metadata', 'custom_fields.*'],
  support_ticket: ['subject', 'body', 'tags', 'custom_fields', 'csat.comment', 'messages.body'],
  message: ['body'],
  nps_response: ['reason', 'tags', 'metadata'],
  interview: ['title', 'tags'],
  transcript: ['segments.text'],
  segment: ['text'],
  survey_response: ['fields.metadata', 'answers.value'],
} as const
type MaskedRecord = keyof typeof textFields

export type Masker = {
  isActive(source: string | null): boolean
  /** Copies of the records with their texts masked; undefined and null stay. */
  mask<T extends object>(record: MaskedRecord, source: string | null, items: readonly T[]): Promise<T[]>
  /** Counts what was masked, in the transaction that stores it. */
  save(db: Db, org: string): Promise<unknown>
}

const noRules: MaskRules = { kinds: [], patterns: [] }

/** The rules of the organization and, in addition, those of the source. */
export function rulesFor({ kinds = [], patterns = [], sources = [] }: Partial<MaskingSettings>, source: string | null) {
  const own = sources.find((one) => one.source === source) ?? noRules
  const names = new Set(patterns.map(({ name }) => name))
  return {
    kinds: [...new Set([...kinds, ...own.kinds])],
    patterns: [...patterns, ...own.patterns.filter(({ name }) => !names.has(name))],
  }
}

/** Changes every text of a record, in a fixed order. */
const mapTexts = <T extends object>(record: MaskedRecord, fields: T, change: Change): T =>
  textFields[record].reduce<T>((next, path) => maskPath(next, path.split('.'), change) as T, fields)

export function createMasker(org: string, settings: Partial<MaskingSettings>): Masker {
  const counts = new Map<string, number>()
  const replace = (masked: MaskedText, text: string) => {
    for (const [rule, count] of masked.counts) counts.set(rule, (counts.get(rule) ?? 0) + count)
    return fitting(masked.text, text)
  }
  return {
    isActive: (source) => hasRules(rulesFor(settings, source)),
    async mask(record, source, items) {
      const rules = rulesFor(settings, source)
      if (!hasRules(rules)) return [...items]
      const texts: string[] = []
      for (const item of items)
        mapTexts(record, item, (text) => {
          texts.push(text)
          return text
        })
      const work = () => maskTexts(org, rules, texts)
      const masked = (await withMaskingErrors(() => waitOutside([org, rules, texts], work))).values()
      return items.map((item) => mapTexts(record, item, (text) => replace(masked.next().value!, text)))
    },
    async save(db) {
      if (counts.size) await insertMaskingCounts(db, org, counts)
      counts.clear()
    },
  }
}

const hasRules = ({ kinds, patterns }: MaskRules) => kinds.length + patterns.length > 0

export const openMasker = async (db: Db, org: string): Promise<Masker> =>
  createMasker(org, await getMaskingSettings(db, org))

/** Masks records of one kind and counts what was masked. */
export async function maskRecords<T extends object>(
  { db, org }: { db: Db; org: string },
  record: MaskedRecord,
  items: readonly T[],
  sourceOf: (item: T) => string,
): Promise<T[]> {
  if (items.length === 0) return []
  const masker = await openMasker(db, org)
  const masked = new Map<T, T>()
  for (const [source, own] of Map.groupBy(items, sourceOf)) {
    const copies = await masker.mask(record, source, own)
    for (const [n, item] of own.entries()) masked.set(item, copies[n]!)
  }
  await masker.save(db, org)
  return items.map((item) => masked.get(item)!)
}

export const maskRecord = async <T extends object>(
  db: Db,
  org: string,
  record: MaskedRecord,
  { source, fields }: { source: string; fields: T },
): Promise<T> => (await maskRecords({ db, org }, record, [fields], () => source))[0]!

const maxLength = 50_000
/** A placeholder can be longer than what it replaces. */
const fitting = (masked: string, text: string) => {
  const max = Math.max(text.length, maxLength)
  return masked.length > max ? masked.slice(0, max).toWellFormed() : masked
}

type Change = (text: string) => string

function maskPath(value: unknown, path: readonly string[], change: Change): unknown {
  if (path.length === 0) return maskValue(value, change)
  if (Array.isArray(value)) return value.map((item) => maskPath(item, path, change))
  if (value === null || typeof value !== 'object') return value
  const name = path[0]!
  if (name === '*') return maskFields(value, change)
  const inner = (value as Record<string, unknown>)[name]
  return inner === undefined || inner === null ? value : { ...value, [name]: maskPath(inner, path.slice(1), change) }
}

/** Links, users, days and options. */
const reference = /^(https?:\/\/\S+|user_[0-9a-f]{32}|\d{4}-\d{2}-\d{2}|[a-z][a-z0-9_]{0,39})$/

/** Of custom fields the free texts alone: a masked number or option would be no value of its field. */
const maskFields = (fields: object, change: Change) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, item]) => [
      key,
      typeof item === 'string' && !reference.test(item) ? change(item) : item,
    ]),
  )

/** Ids of this system are no personal values, even where their digits look like one. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function maskValue(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return uuid.test(value) ? value : change(value)
  if (typeof value === 'number') {
    const masked = change(String(value))
    return masked === String(value) ? value : masked
  }
  if (Array.isArray(value)) {
    const masked = value.map((item) => maskValue(item, change))
    // Two tags may become the same placeholder.
    return value.every((item) => typeof item === 'string') ? [...new Set(masked)] : masked
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskValue(item, change)]))
}
