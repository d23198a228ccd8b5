import { throwApiError, invalidField } from '#domain/errors.ts'
import type { OpenProjectStatus, ProjectStatus } from '#vocabulary/statuses.ts'

/** The columns of a Project that depend on its status. */
export type ProjectStatusFields = {
  status: ProjectStatus
  status_before_archive: OpenProjectStatus | null
  started_at: string | null
  completed_at: string | null
  archived_at: string | null
}

const initialStatusFields: ProjectStatusFields = {
  status: 'not_started',
  status_before_archive: null,
  started_at: null,
  completed_at: null,
  archived_at: null,
}

export const initialStatus = (status: OpenProjectStatus, now: string): ProjectStatusFields => ({
  ...initialStatusFields,
  ...enterStatus(initialStatusFields, status, now),
})

/** The status transition; undefined when nothing changes. */
export function changeStatus(
  before: ProjectStatusFields,
  to: ProjectStatus,
  now: string,
): ProjectStatusFields | undefined {
  if (before.status === to) return undefined
  if (before.status === 'archived')
    return {
      ...before,
      ...enterStatus(before, to as OpenProjectStatus, now),
      status_before_archive: null,
      archived_at: null,
    }
  // Archiving keeps completed_at, so that restoring to completed does not invent a new completion.
  if (to === 'archived') return { ...before, status: to, status_before_archive: before.status, archived_at: now }
  return { ...before, ...enterStatus(before, to, now) }
}

const enterStatus = (before: ProjectStatusFields, status: OpenProjectStatus, now: string) => ({
  status,
  started_at: status === 'in_progress' ? (before.started_at ?? now) : before.started_at,
  completed_at: status === 'completed' ? completionTime(before, now) : null,
})

const completionTime = ({ status_before_archive, completed_at }: ProjectStatusFields, now: string) =>
  status_before_archive === 'completed' ? completed_at : now

/** An archived Project can be read, restored and unlinked; nothing is added to it. */
export function requireOpen(status: ProjectStatus, action: string) {
  if (status === 'archived')
    throwApiError(
      'INVALID_STATE',
      `An archived Project does not accept ${action}; set another status to restore it first.`,
    )
}

type Dates = { start_date: string | null; target_date: string | null }

/** The error names the date that was sent. */
export function requireOrderedDates({ start_date, target_date }: Dates, changed: Partial<Dates>) {
  if (start_date === null || target_date === null || target_date >= start_date) return
  if (changed.target_date) invalidField('body.target_date', 'must not be before start_date')
  invalidField('body.start_date', 'must not be after target_date')
}

export const seededSections = new Map([
  ['overview', 'Overview'],
  ['evidence', 'Evidence'],
  ['success_metrics', 'Success Metrics'],
])
const maxCustomSections = 10

/** `open_questions` is called Open questions. */
export function sectionTitle(key: string): string {
  const words = key.replace(/_+/g, ' ').trim()
  return seededSections.get(key) ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export function requireSectionLimit(keys: readonly string[], key: string) {
  if (seededSections.has(key) || keys.includes(key)) return
  const customCount = keys.filter((other) => !seededSections.has(other)).length
  if (customCount >= maxCustomSections)
    throwApiError('INVALID_STATE', `A Project has at most ${maxCustomSections} custom sections.`)
}

const maxMetadataBytes = 16 * 1024

export function requireMetadataLimit(metadata: Record<string, unknown> | undefined) {
  if (metadata && Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes)
    invalidField('body.metadata', 'must not be longer than 16 KB as JSON')
}
