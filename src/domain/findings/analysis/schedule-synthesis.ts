import type { JobRun } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { isSynthesisDue, lockSynthesisSchedule } from './queries-synthesis.ts'

/*
 * One synthesis job covers every insight found before it ends. It is enqueued by the last analysis job of a load,
 * or by an earlier one as soon as an insight has waited too long.
 */

/** `isNeeded` is asked where a synthesis may have nothing to do. */
export async function scheduleSynthesis(run: JobRun, db: Db, isNeeded: () => Promise<boolean> = async () => true) {
  await lockSynthesisSchedule(db, run.org)
  if ((await isSynthesisDue(db, run.org, run.id)) && (await isNeeded())) await run.enqueue(db, 'subtheme_synthesis', {})
}
