import { compileRules, maskText, type MaskFinders, type MaskRules } from '#engine/masking/mask-text.ts'
import type { Db } from '#store/open.ts'
import { getMaskingSettings, insertMaskingCounts, type MaskingSettings } from './queries.ts'

/*
 * Every text that comes in passes through here before it is stored. What identifies a contact (name, email, phone),
 * ids, addresses of pages and names of companies are no texts: they are stored as they are.
 */

/** The texts of each kind of record; of lists and objects all values, unless a path goes on. */
const textFields = {
  feedback: ['title', 'content', 'tags', 'metadata'],
  support_ticket: ['subject', 'body', 'tags', 'custom_fields', 'csat.comment', 'messages.body'],
  message: ['body'],
  nps_response: ['reason', 'tags', 'metadata'],
  interview: ['title', 'tags'],
  transcript: ['segments.text'],
  segment: ['text'],
  survey_response: ['fields.metadata', 'answers.value'],
} as const
export type MaskedRecord = keyof typeof textFields

export type Masker = {
  isActive(source: string | null): boolean
  /** A copy of the record with its texts masked; undefined and null stay. */
  mask<T extends object>(record: MaskedRecord, source: string | null, fields: T): T
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

/** Compiling takes longer than masking a short text. */
const compiled = new Map<string, MaskFinders>()
const maxCompiled = 500

function findersOf(rules: MaskRules): MaskFinders {
  const key = JSON.stringify(rules)
  const known = compiled.get(key)
  if (known) return known
  const finders = compileRules(rules)
  if (compiled.size >= maxCompiled) compiled.clear()
  compiled.set(key, finders)
  return finders
}

export function createMasker(settings: Partial<MaskingSettings>): Masker {
  const counts = new Map<string, number>()
  const bySource = new Map<string | null, MaskFinders>()
  const finders = (source: string | null) => {
    const known = bySource.get(source) ?? findersOf(rulesFor(settings, source))
    bySource.set(source, known)
    return known
  }
  return {
    isActive: (source) => finders(source).length > 0,
    mask<T extends object>(record: MaskedRecord, source: string | null, fields: T): T {
      const rules = finders(source)
      if (rules.length === 0) return fields
      const change = (text: string) => {
        const masked = maskText(rules, text)
        for (const [rule, count] of masked.counts) counts.set(rule, (counts.get(rule) ?? 0) + count)
        return fitting(masked.text, text)
      }
      return textFields[record].reduce<T>((next, path) => maskPath(next, path.split('.'), change) as T, fields)
    },
    async save(db, org) {
      if (counts.size) await insertMaskingCounts(db, org, counts)
      counts.clear()
    },
  }
}

export const openMasker = async (db: Db, org: string): Promise<Masker> =>
  createMasker(await getMaskingSettings(db, org))

/** Masks records of one kind and counts what was masked. */
export async function maskRecords<T extends object>(
  { db, org }: { db: Db; org: string },
  record: MaskedRecord,
  items: readonly T[],
  sourceOf: (item: T) => string,
): Promise<T[]> {
  if (items.length === 0) return []
  const masker = await openMasker(db, org)
  const masked = items.map((item) => masker.mask(record, sourceOf(item), item))
  await masker.save(db, org)
  return masked
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
  const inner = (value as Record<string, unknown>)[name]
  return inner === undefined || inner === null ? value : { ...value, [name]: maskPath(inner, path.slice(1), change) }
}

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
