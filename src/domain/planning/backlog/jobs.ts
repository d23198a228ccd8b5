import {
  followMerges,
  insertPipelineOpportunities,
  type PipelineOpportunity,
} from '#domain/planning/opportunities/queries-pipeline.ts'
import { linkEvidence } from '#domain/planning/references/queries-links.ts'
import { updateSnapshotMoves } from '#domain/ranking/queries.ts'
import { insertEvents, type NewEvent } from '#domain/events/feed/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import { refreshOpportunities } from '#domain/ranking/refresh.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { followNames, type Renamed } from './follow-names.ts'
import { listRankedOpportunities } from './queries.ts'
import { planBacklog } from './plan-backlog.ts'
import { linkThemeEvidence } from '#domain/planning/references/queries-theme-insights.ts'
import { type RankMove, rankMoves } from './rank-moves.ts'

/*
 * Subthemes with requests become opportunities, and what themes have of requests and problems outside of them; matched
 * by the id of their source. An archived opportunity stays archived.
 */

/** Runs in one transaction; returns the new opportunities, those renamed, the rank changes and their snapshot. */
export async function findOpportunities(db: Db, org: string) {
  await acquireLock(db, orgLock(org, 'backlog'))
  await followMerges(db, org)
  const { language, subthemes, themes, added } = await planBacklog(db, org)
  const before = await listRankedOpportunities(db, org)
  await insertPipelineOpportunities(db, org, added)
  const renamed = await followNames(db, org, language)
  await linkEvidence(
    db,
    org,
    subthemes.filter(isOpen).map(({ id, opportunity, requests }) => ({ opportunity, subtheme: id, requests })),
  )
  const ids = subthemes.map(({ id }) => id)
  await linkThemeEvidence(db, org, themes.filter(isOpen), ids)
  const snapshot = await refreshOpportunities(db, org)
  const now = await listRankedOpportunities(db, org)
  const moves = rankMoves(before, now, new Set(added.map((one) => one.opportunity)))
  await updateSnapshotMoves(db, org, snapshot, { opportunityCount: now.length, moves })
  return { added, renamed, moves, snapshot }
}

const isOpen = ({ archived }: { archived: boolean }) => !archived

export const refreshBacklog = async (run: JobRun) => async (db: Db) => {
  const { org } = run
  const { added, renamed, moves, snapshot } = await findOpportunities(db, org)
  const origin = {
    operation: 'backlog_refresh',
    actor: { type: 'system' as const, id: run.id },
    user: run.user,
    requestId: null,
  }
  const events = [
    ...added.map(createdEvent),
    ...renamed.map(renamedEvent),
    ...moves.filter(({ change }) => change !== 'new').map(movedEvent),
  ]
  if (events.length) await db.run(insertEvents(org, origin, events))
  return { type: 'opportunity_snapshot', id: snapshot }
}

const createdEvent = ({ opportunity: id, title, category }: PipelineOpportunity): NewEvent => ({
  type: 'opportunity.created',
  resource: id,
  object: JSON.stringify({ id, title, category, origin: 'pipeline' }),
})

const renamedEvent = ({ id, title, previous }: Renamed): NewEvent => ({
  type: 'opportunity.updated',
  resource: id,
  object: JSON.stringify({ id, title }),
  previous: JSON.stringify({ title: previous }),
})

const movedEvent = ({ opportunity_id: id, title, rank, previous_rank }: RankMove): NewEvent => ({
  type: 'opportunity.rank_changed',
  resource: id,
  object: JSON.stringify({ id, title, rank, previous_rank }),
  previous: JSON.stringify({ rank: previous_rank }),
})
