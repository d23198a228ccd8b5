import { tell } from '#domain/account/events/record.ts'
import { type Asked, carryOut } from '#domain/competitors/research/job.ts'
import type { JobRun } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { compare, standingOf } from './compare.ts'
import { begin, complete, failRun, previousRun, publishedStanding } from './queries.ts'

/** Collects anew and sets the result beside the run before it. */
export async function runCheckin(run: JobRun, { checkin_id, ...asked }: Asked & { checkin_id: string }) {
  const { org, id, db } = run
  await run.write((tx) => begin(tx, org, checkin_id))
  const previous = await previousRun(db, org)
  const before = previous?.standing ?? (await publishedStanding(db, org))
  const { graph, write } = await carryOut(run, asked)
  const standing = standingOf(graph)
  const snapshot = compare(before, standing, previous?.id ?? null)
  return async (tx: Db) => {
    await write(tx)
    await complete(tx, org, checkin_id, snapshot, standing)
    await tell(tx, org, { id, type: 'competitor_checkin', user: null }, 'competitor.checkin_completed', {
      id: checkin_id,
      status: 'completed',
      job_id: id,
      snapshot,
    })
  }
}

export const failCheckin = (db: Db, { org, id }: { org: string; id: string }, { code }: { code: string }) =>
  failRun(db, org, id, code)
