import { throwApiError, invalidField } from '#domain/errors.ts'

export type OpenStatus = 'not_started' | 'in_progress' | 'completed'
export type Status = OpenStatus | 'archived'

/** Everything about a Project that its status decides. */
export type Standing = {
  status: Status
  status_before_archive: OpenStatus | null
  started_at: string | null
  completed_at: string | null
  archived_at: string | null
}

const untouched: Standing = {
  status: 'not_started',
  status_before_archive: null,
  started_at: null,
  completed_at: null,
  archived_at: null,
}

/** The standing of a Project that begins with this status. */
export const begin = (status: OpenStatus, now: string): Standing => ({ ...untouched, ...entry(untouched, status, now) })

/** The state table: what a change of status makes of a Project, or undefined when nothing changes. */
export function move(before: Standing, to: Status, now: string): Standing | undefined {
  if (before.status === to) return undefined
  if (before.status === 'archived')
    return { ...before, ...entry(before, to as OpenStatus, now), status_before_archive: null, archived_at: null }
  // Archiving keeps completed_at, so that restoring to completed does not invent a new completion.
  if (to === 'archived') return { ...before, status: to, status_before_archive: before.status, archived_at: now }
  return { ...before, ...entry(before, to, now) }
}

const entry = (before: Standing, status: OpenStatus, now: string) => ({
  status,
  started_at: status === 'in_progress' ? (before.started_at ?? now) : before.started_at,
  completed_at:
    status !== 'completed' ? null : before.status_before_archive === 'completed' ? before.completed_at : now,
})

/** An archived Project can be read, restored and cut loose; nothing is added to it. */
export function requireOpen(status: Status, action: string) {
  if (status === 'archived')
    throwApiError('INVALID_STATE', `An archived Project takes no ${action}; set another status to restore it first.`)
}

type Dates = { start_date: string | null; target_date: string | null }

/** The day that was sent is the one at fault. */
export function requireOrderedDates({ start_date, target_date }: Dates, given: Partial<Dates>) {
  if (start_date === null || target_date === null || target_date >= start_date) return
  if (given.target_date) invalidField('body.target_date', 'must not be before start_date')
  invalidField('body.start_date', 'must not be after target_date')
}

export const seededSections = new Map([
  ['overview', 'Overview'],
  ['evidence', 'Evidence'],
  ['success_metrics', 'Success Metrics'],
])
export const maxOwnSections = 10

/** `open_questions` is called Open questions. */
export function sectionTitle(key: string): string {
  const words = key.replace(/_+/g, ' ').trim()
  return seededSections.get(key) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function requireRoomForSection(keys: readonly string[], key: string) {
  if (seededSections.has(key) || keys.includes(key)) return
  const own = keys.filter((other) => !seededSections.has(other)).length
  if (own >= maxOwnSections)
    throwApiError('INVALID_STATE', `A Project has room for ${maxOwnSections} sections of your own; they are all there.`)
}

const maxMetadataBytes = 16 * 1024

export function requireSmallMetadata(metadata: Record<string, unknown> | undefined) {
  if (metadata && Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes)
    invalidField('body.metadata', 'must not be longer than 16 KB as JSON')
}
