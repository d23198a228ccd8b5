import type { RuleField } from '#contract/resources/segment-rules.ts'
import { acquireLock, acquireSharedLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { pipelined } from '#store/pipelined.ts'
import {
  copySegmentsToInsights,
  listActiveSegments,
  listMovingContacts,
  lockContactRows,
  type SegmentWithRules,
  updateSegmentIds,
} from './queries.ts'
import { listConditions } from './validate-rules.ts'

/*
 * Assigns contacts to segments by rule, unless a person added or excluded them by hand.
 * All segments of all given contacts are evaluated in one statement.
 */

/** The lock and the segments of one transaction: neither can change before it ends, so both are read once. */
type SegmentLock = { acquired: Promise<unknown>; segments?: Promise<SegmentWithRules[]> }
const locksByTransaction = new WeakMap<Db, Map<string, SegmentLock>>()

function segmentLock(db: Db, org: string): SegmentLock {
  const byOrg = locksByTransaction.get(db) ?? new Map<string, SegmentLock>()
  locksByTransaction.set(db, byOrg)
  const lock = byOrg.get(org) ?? { acquired: acquireSharedLock(db, orgLock(org, 'segments')) }
  byOrg.set(org, lock)
  return lock
}

/** Keeps rules unchanged while contacts are evaluated. Acquired before contacts are locked, to avoid deadlocks. */
export const lockRulesShared = (db: Db, org: string) => segmentLock(db, org).acquired

/** Excludes evaluations while rules change, so that no contact keeps a result of the old rules. */
export const lockRules = (db: Db, org: string) => {
  locksByTransaction.delete(db)
  return acquireLock(db, orgLock(org, 'segments'))
}

async function listLockedSegments(db: Db, org: string): Promise<SegmentWithRules[]> {
  const lock = segmentLock(db, org)
  const [, segments] = await pipelined(db, [lock.acquired, (lock.segments ??= listActiveSegments(db, org))])
  return segments
}

const fieldsAffectedBy = {
  feedback: new Set<RuleField>([
    'last_feedback_at',
    'feedback_count',
    'integration_source',
    'integration_tag',
    'integration_attribute',
    'slack_channel',
  ]),
  nps: new Set<RuleField>(['nps_type']),
}
/** What changed besides the contact itself; only rules on the fields that it affects are evaluated. */
type ContactChange = keyof typeof fieldsAffectedBy

const affectedSegments = (segments: readonly SegmentWithRules[], change: ContactChange | undefined) =>
  segments.filter(
    ({ rules }) =>
      rules &&
      (change === undefined ||
        listConditions(rules).some(({ condition }) => fieldsAffectedBy[change].has(condition.field))),
  )

/** Evaluates contacts that this transaction has changed, or whose feedback or NPS it has changed. */
export async function evaluateContacts(
  db: Db,
  org: string,
  ids: readonly (string | null | undefined)[],
  change?: ContactChange,
): Promise<void> {
  const contactIds = [...new Set(ids.filter((id) => typeof id === 'string'))]
  if (contactIds.length === 0) return
  const segments = affectedSegments(await listLockedSegments(db, org), change)
  if (segments.length === 0) return
  // A change of feedback or NPS does not lock the contact.
  if (change) await reevaluateContacts(db, org, segments, contactIds)
  else await copySegmentsToInsights(db, org, await updateSegmentIds(db, org, segments, contactIds))
}

/** Evaluates contacts that are not locked: locks only those that would move, and evaluates them again. */
export async function reevaluateContacts(
  db: Db,
  org: string,
  segments: readonly SegmentWithRules[],
  ids: readonly string[],
): Promise<number> {
  if (segments.length === 0 || ids.length === 0) return 0
  const moving = await listMovingContacts(db, org, segments, ids)
  if (moving.length === 0) return 0
  const changed = await updateSegmentIds(db, org, segments, await lockContactRows(db, org, moving))
  await copySegmentsToInsights(db, org, changed)
  return changed.length
}
