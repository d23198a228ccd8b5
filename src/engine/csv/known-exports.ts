import exports from './known-exports.json' with { type: 'json' }

/* Recognizes exports of other products by their column names; the file says how, and what their columns mean. */

/** What a column holds, whatever the type of the table. */
type Role =
  | 'text'
  | 'title'
  | 'rating'
  | 'score'
  | 'date'
  | 'email'
  | 'name'
  | 'company'
  | 'id'
  | 'url'
  | 'language'
  | 'tags'
  | 'source'
  | 'status'
  | 'priority'
type ColumnRole = Role | { role: Role; scale: readonly [number, number] } | null
type ExportType = 'feedback' | 'nps' | 'cs_ticket' | 'survey'
type KnownExport = {
  /** The default type of the table. */
  type: ExportType
  /** The default source of its rows; absent where rows were imported without one before. */
  source?: string
  /** The export has all columns of at least one of these sets. */
  signatures: readonly (readonly string[])[]
  /** By column name without case, spaces, punctuation and time zone; null for a column that only looks like a field. */
  columns: Record<string, ColumnRole>
}

export type KnownColumn = { target: string | null; scale?: readonly [number, number] }

/** The targets of a role, the first one that the type of the table has. */
const targetsOf: Record<Role, readonly string[]> = {
  text: ['content', 'body', 'reason', 'transcript'],
  title: ['title', 'subject'],
  rating: ['rating'],
  score: ['score', 'rating'],
  date: ['submitted_date', 'created_date', 'response_date', 'interview_date'],
  email: ['respondent_email', 'requester_email', 'interviewee_email'],
  name: ['respondent_name', 'requester_name', 'interviewee_name'],
  company: ['contact.company'],
  id: ['external_id'],
  url: ['url'],
  language: ['language'],
  tags: ['tags'],
  source: ['source'],
  status: ['status'],
  priority: ['priority'],
}

export type ExportName = keyof typeof exports
export const knownExports = exports as unknown as Record<ExportName, KnownExport>

export const sourceOfExport = (name: ExportName): string | undefined => knownExports[name].source

/** `Conversation started at (America/New_York)` and `Submit Date (UTC)` without the time zone. */
const zoneSuffix = /\s*\((UTC|GMT|[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+)+)\)\s*$/

export const keyOf = (header: string) =>
  header
    .replace(zoneSuffix, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#]+/gu, '')

/** The time zone that a column name states. */
export const zoneOf = (header: string): string | undefined => {
  const zone = zoneSuffix.exec(header)?.[1]
  return zone && Intl.supportedValuesOf('timeZone').includes(zone) ? zone : undefined
}

export function recognizeExport(headers: readonly string[]): ExportName | undefined {
  const keys = new Set(headers.map(keyOf))
  const names = Object.keys(knownExports) as ExportName[]
  return names.find((name) =>
    knownExports[name].signatures.some((signature) => signature.every((key) => keys.has(key))),
  )
}

/** The columns of a known export by their position, for a table with these targets; each target is used once. */
export function knownColumns(
  name: ExportName,
  headers: readonly string[],
  targets: ReadonlySet<string>,
): Map<number, KnownColumn> {
  const known = new Map<number, KnownColumn>()
  const { columns } = knownExports[name]
  const keys = headers.map(keyOf)
  const taken = new Set<string>()
  // In the order of the list above: of two columns with the same role, the first one listed.
  for (const [key, column] of Object.entries(columns)) {
    const index = keys.indexOf(key)
    if (index === -1) continue
    const { role, scale } = typeof column === 'object' && column ? column : { role: column, scale: undefined }
    const target = role && targetsOf[role].find((one) => targets.has(one) && !taken.has(one))
    if (target) taken.add(target)
    known.set(index, { target: target ?? null, ...(target === 'rating' && scale && { scale }) })
  }
  return known
}
