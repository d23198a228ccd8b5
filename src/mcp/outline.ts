import type { Cut } from './fit.ts'

/* A value without what a reader of many does not miss. */

/**
 * `objects` and `scalars`: how many of a list. `keepsEmpty`: the empty fields of the value itself, which say that it
 * has none.
 */
export type OutlineLimits = { text: number; objects: number; scalars: number; keepsEmpty: boolean }
type Outline = { value: unknown; cuts: Cut[] }

/** Of the machinery, or for a screen; `fields` and `detail` show them. */
const rareNames = new Set([
  'slug',
  'color',
  'logo',
  'updated_at',
  'batch_id',
  'csv_upload_id',
  'integration_id',
  'snapshot_id',
  'sha256',
  'source_name',
  'source_ref',
  'highlights',
  'analysis_status',
  'role_guessed',
  'identities',
])

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/**
 * Without what is empty, with long texts and lists cut; the paths of the cuts have no numbers of items, and
 * the longest counts.
 */
export function outline(value: unknown, limits: OutlineLimits): Outline {
  const cuts = new Map<string, Cut>()
  const note = (cut: Cut) => {
    if (cut.of > (cuts.get(cut.path)?.of ?? 0)) cuts.set(cut.path, cut)
  }
  const shortOf = (one: unknown, path: string): unknown => {
    if (typeof one === 'string') return shortText(one, path)
    if (Array.isArray(one)) return shortList(one, path)
    if (!isObject(one)) return one
    const kept = Object.entries(one).flatMap(([name, field]): [string, unknown][] => {
      const isDropped = (part: unknown) => isEmpty(part) && (path !== '' || !limits.keepsEmpty)
      if (rareNames.has(name) || isDropped(field)) return []
      const short = shortOf(field, path ? `${path}.${name}` : name)
      return isDropped(short) ? [] : [[name, short]]
    })
    return Object.fromEntries(kept)
  }
  const shortText = (text: string, path: string) => {
    if (text.length <= limits.text) return text
    const kept = `${text.slice(0, limits.text).replace(/[\uD800-\uDBFF]$|\s+\S{0,20}$/, '')}…`
    note({ path, kept: kept.length, of: text.length, unit: 'characters' })
    return kept
  }
  const shortList = (list: readonly unknown[], path: string): unknown[] => {
    // The items of a page and the rows of a table are what was asked for.
    if (path === '' || Array.isArray(list[0])) return list.map((item) => shortOf(item, path))
    const max = isObject(list[0]) ? limits.objects : limits.scalars
    if (list.length > max) note({ path, kept: max, of: list.length, unit: 'items' })
    return list.slice(0, max).map((item) => shortOf(item, path))
  }
  return { value: shortOf(value, ''), cuts: [...cuts.values()] }
}
