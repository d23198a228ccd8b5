import { insertEvents, type NewEvent } from '#domain/account/events/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import { refreshOpportunities } from '#domain/ranking/refresh.ts'
import { newId } from '#store/ids.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { listRankedOpportunities, updateSnapshotMoves } from './queries.ts'
import {
  type Candidate,
  insertPipelineOpportunities,
  linkEvidence,
  listCandidates,
  listRequestNames,
  type PipelineOpportunity,
} from './queries-candidates.ts'
import { type RankMove, rankMoves } from './rank-moves.ts'

/* Subthemes with requests become opportunities, matched by subtheme id. An archived opportunity stays archived. */

/** Runs in one transaction; returns the new opportunities, the rank changes and their snapshot. */
export async function findOpportunities(db: Db, org: string) {
  await acquireLock(db, orgLock(org, 'backlog'))
  const candidates = await listCandidates(db, org)
  const added = await nameNewOpportunities(db, org, candidates)
  const before = await listRankedOpportunities(db, org)
  await insertPipelineOpportunities(db, org, added)
  const existing = candidates.filter((one) => one.opportunity !== null && !one.archived)
  const sources = [...added, ...existing].map((one) => ({
    opportunity: one.opportunity!,
    subtheme: one.id,
    requests: one.requests,
  }))
  await linkEvidence(db, org, sources)
  const snapshot = await refreshOpportunities(db, org)
  const now = await listRankedOpportunities(db, org)
  const moves = rankMoves(before, now, new Set(added.map((one) => one.opportunity)))
  await updateSnapshotMoves(db, org, snapshot, { opportunityCount: now.length, moves })
  return { added, moves, snapshot }
}

async function nameNewOpportunities(
  db: Db,
  org: string,
  candidates: readonly Candidate[],
): Promise<PipelineOpportunity[]> {
  const added = candidates.filter((one) => one.opportunity === null)
  const ids = added.map((one) => one.id)
  const names = new Map((await listRequestNames(db, org, ids)).map((row) => [row.id, row.name]))
  return added.map((one) => ({ ...one, name: names.get(one.id) ?? one.name, opportunity: newId() }))
}

export const refreshBacklog = async (run: JobRun) => async (db: Db) => {
  const { org } = run
  const { added, moves, snapshot } = await findOpportunities(db, org)
  const origin = {
    operation: 'backlog_refresh',
    actor: { type: 'system' as const, id: run.id },
    user: run.user,
    requestId: null,
  }
  const events = [...added.map(createdEvent), ...moves.filter(({ change }) => change !== 'new').map(movedEvent)]
  if (events.length) await db.run(insertEvents(org, origin, events))
  return { type: 'opportunity_snapshot', id: snapshot }
}

const createdEvent = ({ opportunity: id, name: title, category }: PipelineOpportunity): NewEvent => ({
  type: 'opportunity.created',
  resource: id,
  object: JSON.stringify({ id, title, category, origin: 'pipeline' }),
})

const movedEvent = ({ opportunity_id: id, title, rank, previous_rank }: RankMove): NewEvent => ({
  type: 'opportunity.rank_changed',
  resource: id,
  object: JSON.stringify({ id, title, rank, previous_rank }),
  previous: JSON.stringify({ rank: previous_rank }),
})
