import type { Db } from '#store/open.ts'
import type { NewFeedback } from './table.ts'
import { type IngestFilterRules, getIngestFilters, listInternalContacts } from './queries-filters.ts'

/** Marks queued rows that the organization does not want analyzed as skipped, with the reason. */
export async function applyIngestFilters(
  db: Db,
  org: string,
  rows: readonly NewFeedback[],
  known?: IngestFilterRules,
): Promise<NewFeedback[]> {
  const filters = known ?? (await getIngestFilters(db, org))
  const contacts = filters.internal_domains.length ? [...new Set(rows.flatMap((row) => row.contact_id ?? []))] : []
  const internal = contacts.length
    ? await listInternalContacts(db, org, contacts, filters.internal_domains)
    : new Set<string>()
  return rows.map((row) => {
    const reason = row.status === 'queued' ? skipReason(row, filters, internal) : null
    return reason ? { ...row, status: 'skipped', skip_reason: reason } : row
  })
}

function skipReason(row: NewFeedback, filters: IngestFilterRules, internal: ReadonlySet<string>): string | null {
  if (filters.ignored_sources.includes(row.source)) return 'ignored_source'
  if (row.contact_id && internal.has(row.contact_id)) return 'internal_domain'
  return [...row.content.trim()].length < filters.min_length ? 'too_short' : null
}
