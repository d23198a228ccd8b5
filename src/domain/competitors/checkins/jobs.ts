import { recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import { type ResearchRequest, research } from '#domain/competitors/research/jobs.ts'
import type { JobRun } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { compareRankings, rankingOf } from './rules.ts'
import { startRun, completeRun, failRun, findPreviousRun, getPublishedRanking } from './queries.ts'

/** Collects again and compares the result with the previous run. */
export async function runCheckin(run: JobRun, { checkin_id, ...request }: ResearchRequest & { checkin_id: string }) {
  const { org, id, db } = run
  await run.write((tx) => startRun(tx, org, checkin_id))
  const previous = await findPreviousRun(db, org)
  const before = previous?.ranking ?? (await getPublishedRanking(db, org))
  const { graph, write } = await research(run, request)
  const ranking = rankingOf(graph)
  const snapshot = compareRankings(before, ranking, previous?.id ?? null)
  return async (tx: Db) => {
    await write(tx)
    await completeRun(tx, org, checkin_id, { snapshot, ranking })
    await recordJobEvent(
      tx,
      org,
      { id, type: 'competitor_checkin', user: null },
      {
        type: 'competitor.checkin_completed',
        object: {
          id: checkin_id,
          status: 'completed',
          job_id: id,
          snapshot,
        },
      },
    )
  }
}

export const failCheckin = (db: Db, { org, id }: { org: string; id: string }, { code }: { code: string }) =>
  failRun(db, org, id, code)
