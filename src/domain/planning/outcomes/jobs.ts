import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { OUTCOME_LOOKS } from '#engine/thresholds/outcomes.ts'
import type { Db, Store } from '#store/open.ts'
import { type DueProject, insertVerdict, listDueProjects, listOrgsWithCompletedProjects } from './queries.ts'
import { readOutcome } from './read-outcome.ts'

const weeks = OUTCOME_LOOKS.map((look) => look.weeks)

/** Gives completed Projects the verdicts that are due; returns how many. */
export async function giveVerdicts(store: Store, now = new Date()): Promise<number> {
  let given = 0
  for (const org of await listOrgsWithCompletedProjects(store))
    for (const due of await listDueProjects(store, org, now, weeks))
      if (await store.transaction((db) => giveVerdict(db, org, due, now))) given++
  return given
}

/** The verdict and its event commit together, once. */
async function giveVerdict(db: Db, org: string, { id, date, weeks_after }: DueProject, now: Date): Promise<boolean> {
  const { verdict, reason, volume, sentiment } = await readOutcome({ db, org, now, projectId: id, date })
  if (!(await insertVerdict(db, org, { projectId: id, date, weeksAfter: weeks_after, verdict }))) return false
  const origin = { operation: 'project_outcome', actor: { type: 'system' as const, id: null } }
  const object = JSON.stringify({ id, date, weeks_after, verdict, reason, volume, sentiment })
  await db.run(
    insertEvents(org, { ...origin, user: null, requestId: null }, [
      { type: 'project.outcome_ready', resource: id, object },
    ]),
  )
  return true
}
