import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { summarizeNps, tallyOf } from '#engine/nps/score.ts'
import type { Db, Store } from '#store/open.ts'
import { countByScore } from './queries-report.ts'
import { listOrgsToCheck, lockPublishedScore, updatePublishedScore } from './queries-score.ts'
import { periodOf } from './rules.ts'

/*
 * A score changes with every response and with every day that leaves its period.
 * A cron job checks it, so that requests do not wait for it.
 */

const maxOrgsPerRun = 1000

/** Publishes an event for every score that differs from the published one; returns their number. */
export async function publishScoreChanges(store: Store, now = new Date()): Promise<number> {
  let changed = 0
  for (const org of await listOrgsToCheck(store, maxOrgsPerRun))
    changed += await store.transaction((db) => publishScoreChange(db, org, now))
  return changed
}

async function publishScoreChange(db: Db, org: string, now: Date): Promise<number> {
  const before = await lockPublishedScore(db, org)
  const period = periodOf({}, new Date(now.getTime() + 1))
  const { score, score_exact, responses, margin_of_error, low_sample } = summarizeNps(
    tallyOf(await countByScore(db, org, { period })),
  )
  await updatePublishedScore(db, org, { score, responses })
  if (score === before.score) return 0
  const object = JSON.stringify({ score, score_exact, responses, margin_of_error, low_sample, period })
  const previous = JSON.stringify({ score: before.score, responses: before.responses })
  await db.run(
    insertEvents(org, { operation: 'nps_score', actor: { type: 'system', id: null }, user: null, requestId: null }, [
      { type: 'nps.score_changed', resource: null, object, previous },
    ]),
  )
  return 1
}
