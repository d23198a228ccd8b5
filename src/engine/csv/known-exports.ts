import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportNames, type ExportName } from '#vocabulary/export-products.ts'
import { plainName, zoneSuffix } from './plain-name.ts'

/* Recognizes exports of other products by their column names; a file of each in exports/ says how. */

/** What a column holds, whatever the type of the table. */
type Role =
  | 'text'
  | 'title'
  | 'rating'
  | 'score'
  | 'date'
  | 'email'
  | 'name'
  | 'given'
  | 'family'
  | 'phone'
  | 'company'
  | 'id'
  | 'url'
  | 'language'
  | 'tags'
  | 'status'
  | 'priority'
type DetailedRole = {
  role: Role
  scale?: readonly [number, number]
  /** Between the tags in a cell. */
  separator?: string
  /** Added to the value of the column with the same role that is listed before it. */
  joined?: true
}
type KnownExport = {
  /** Where the column names are from, in words. */
  documented: string
  /** The default type of the table. */
  type: 'feedback' | 'nps' | 'cs_ticket' | 'survey'
  /** The default source of its rows; absent where rows were imported without one before. */
  source?: string
  /** `own`: columns that are not listed are the person's own and are read as those of any table. */
  others?: 'own'
  /**
   * The export has all columns of at least one of these sets. A name after `^` is the first column, one before `*` is
   * the beginning of a name, and `?` is any question.
   */
  signatures: readonly (readonly string[])[]
  /** By plain column name; null for a column that only looks like a field. */
  columns: Record<string, Role | DetailedRole | null>
}

export type KnownColumn = {
  target: string | null
  scale?: readonly [number, number]
  separator?: string
  /** The title of a page of the person's own table may be another thing. */
  certain: boolean
}

/** The targets of a role, the first one that the type of the table has. */
const targetsOf: Record<Role, readonly string[]> = {
  text: ['content', 'body', 'reason', 'transcript'],
  title: ['title', 'subject'],
  rating: ['rating'],
  score: ['score', 'rating'],
  date: ['submitted_date', 'created_date', 'response_date', 'interview_date'],
  email: ['respondent_email', 'requester_email', 'interviewee_email'],
  name: ['respondent_name', 'requester_name', 'interviewee_name'],
  given: ['respondent_name', 'requester_name', 'interviewee_name'],
  family: ['respondent_name', 'requester_name', 'interviewee_name'],
  phone: ['contact.phone'],
  company: ['contact.company'],
  id: ['external_id'],
  url: ['url'],
  language: ['language'],
  tags: ['tags'],
  status: ['status'],
  priority: ['priority'],
}

const readExport = (name: ExportName) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'exports', `${name}.json`), 'utf8')) as KnownExport

export const knownExports = Object.fromEntries(exportNames.map((name) => [name, readExport(name)])) as Record<
  ExportName,
  KnownExport
>

export const isKnownExport = (platform: string): platform is ExportName => Object.hasOwn(knownExports, platform)

/** The time zone that a column name states. */
export const zoneOf = (header: string): string | undefined => {
  const zone = zoneSuffix.exec(header)?.[1]
  return zone && Intl.supportedValuesOf('timeZone').includes(zone) ? zone : undefined
}

function matchesName(wanted: string, keys: readonly string[], headers: readonly string[]): boolean {
  if (wanted === '?') return headers.some((header) => /[?¿]\s*$/.test(header))
  if (wanted.startsWith('^')) return keys[0] === wanted.slice(1)
  if (wanted.endsWith('*')) return keys.some((key) => key.startsWith(wanted.slice(0, -1)))
  return keys.includes(wanted)
}

/** The export whose largest set of columns is there. */
export function recognizeExport(headers: readonly string[]): ExportName | undefined {
  const keys = headers.map(plainName)
  let best: { name: ExportName; size: number } | undefined
  for (const name of exportNames)
    for (const signature of knownExports[name].signatures)
      if (signature.length > (best?.size ?? 0) && signature.every((wanted) => matchesName(wanted, keys, headers)))
        best = { name, size: signature.length }
  return best?.name
}

/** Names that repeat were numbered; `Labels_2` is another column of `Labels`. */
function indicesOf(wanted: string, headers: readonly string[]): number[] {
  const isWanted = (header: string) => matchesName(wanted, [plainName(header)], [header])
  return headers.flatMap((header, index) => {
    const first = header.replace(/_\d+$/, '')
    return isWanted(header) || (first !== header && headers.includes(first) && isWanted(first)) ? [index] : []
  })
}

const detailed = (column: Role | DetailedRole): DetailedRole => (typeof column === 'string' ? { role: column } : column)

/** The columns of a known export by their position, for a table with these targets; each target is used once. */
export function knownColumns(
  name: ExportName,
  headers: readonly string[],
  targets: ReadonlySet<string>,
): Map<number, KnownColumn> {
  const known = new Map<number, KnownColumn>()
  const { columns, others } = knownExports[name]
  const taken = new Map<string, Role>()
  // In the order of the file: of two columns with the same role, the first one listed.
  for (const [key, column] of Object.entries(columns))
    for (const index of indicesOf(key, headers).filter((one) => !known.has(one)))
      known.set(
        index,
        column === null ? none : knownColumn(detailed(column), { targets, taken, own: others === 'own' }),
      )
  if (others !== 'own') for (const index of headers.keys()) if (!known.has(index)) known.set(index, none)
  return known
}

const none: KnownColumn = { target: null, certain: true }

type Taken = { targets: ReadonlySet<string>; taken: Map<string, Role>; own: boolean }

function knownColumn({ role, scale, separator, joined }: DetailedRole, { targets, taken, own }: Taken): KnownColumn {
  const isFree = (target: string) =>
    targets.has(target) &&
    (joined === true || !taken.has(target) || (role === 'family' && taken.get(target) === 'given'))
  const target = targetsOf[role].find(isFree)
  if (target === undefined) return none
  taken.set(target, role)
  return {
    target,
    certain: !(own && (role === 'title' || role === 'text')),
    ...(target === 'rating' && scale && { scale }),
    ...(separator !== undefined && { separator }),
  }
}
