import type { Settings } from '#domain/context.ts'
import type { RecordDraft } from './mapping/records.ts'
import type { PullRow } from './pull/queries.ts'
import type { IntegrationRow, IntegrationView } from './queries.ts'

export const presentIntegration = (
  { publicUrl }: Settings,
  row: IntegrationRow,
  pull: PullRow | undefined,
): IntegrationView => ({
  id: row.id,
  provider: row.provider,
  name: row.name,
  status: row.status,
  direction: 'inbound',
  config: { ...row.config, source: row.source },
  mapping: row.mapping,
  inbound_url: `${publicUrl}/hooks/v1/${row.token}`,
  secret_hint: row.secret_hint,
  previous_secret_until: row.previous_secret_until,
  sync: {
    enabled: row.sync_enabled,
    frequency: row.sync_frequency,
    last_run_at: row.last_run_at,
    next_run_at: row.sync_enabled && !pull?.paused ? row.next_run_at : null,
  },
  stats: { received: row.received, accepted: row.accepted, duplicates: row.duplicates, rejected: row.rejected },
  pull: pull ? presentPull(pull) : null,
  last_event_at: row.last_event_at,
  last_error:
    row.error_code && row.error_at
      ? { code: row.error_code, message: row.error_message ?? row.error_code, at: row.error_at }
      : null,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const presentPull = (pull: PullRow): NonNullable<IntegrationView['pull']> => ({
  status: statusOf(pull),
  since: pull.since,
  credential_hint: pull.credential_hint,
  progress: {
    fetched: pull.fetched,
    created: pull.created,
    updated: pull.updated,
    deleted: pull.deleted,
    rejected: pull.rejected,
    total: pull.total,
    percent: percentOf(pull),
    reached_at: pull.reached_at,
  },
  requests: pull.requests,
  backfilled_at: pull.backfilled_at,
  last_success_at: pull.last_success_at,
  error:
    pull.error_code && pull.error_at
      ? { code: pull.error_code, message: pull.error_message!, action: pull.error_action!, at: pull.error_at }
      : null,
})

function statusOf({ paused, error_code, backfilled_at }: PullRow) {
  if (paused) return 'paused'
  if (error_code !== null) return 'error'
  return backfilled_at === null ? 'backfilling' : 'up_to_date'
}

/** By the number of items where it is known, else by the part of the time range that was read. */
function percentOf({ backfilled_at, total, fetched, reached_at, since }: PullRow): number | null {
  if (backfilled_at !== null) return 100
  if (total !== null && total > 0) return Math.min(99, Math.floor((100 * fetched) / total))
  if (reached_at === null) return null
  const [from, to] = [Date.parse(since), Date.now()]
  return to <= from
    ? null
    : Math.max(0, Math.min(99, Math.floor((100 * (Date.parse(reached_at) - from)) / (to - from))))
}

/** A record as it would be stored; the messages of a thread become one item of feedback. */
export const presentDraft = (draft: RecordDraft) => ({
  type: draft.type === 'message' || draft.type === 'deletion' ? ('feedback' as const) : draft.type,
  fields: { ...draft.fields },
})
