import { record } from '#domain/account/events/record.ts'
import { summarise, tallyOf } from '#engine/nps.ts'
import type { Db, Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { distributionOf, periodOf } from './answers.ts'

/* A score moves with every answer and with every day that leaves its period. It is looked at after the fact, so that nobody who answers waits for it. */

const max = 1000

/** What was committed late is not older than this. */
const overlap = '1 minute'

/** Of all organizations: where answers came, changed or went since the last look, or where a day has passed. */
const toLookAt = (store: Store) =>
  store.rows<{ org_id: string }>(sql`
    select o.id as org_id from organization o left join nps_score_published t on t.org_id = o.id
    where exists (select 1 from nps_response r where r.org_id = o.id and r.updated_at >= coalesce(t.checked_at - ${overlap}::interval, '-infinity'))
      or (t.checked_at < now() - interval '1 day' and t.responses > 0)
    order by t.checked_at nulls first limit ${max}`)

type Told = { score: number | null; responses: number }

/** Held until the end, so that two who look at once tell of one change. */
async function lastTold(db: Db, org: string): Promise<Told> {
  await db.run(
    sql`insert into nps_score_published (org_id, score, responses) values (${org}, null, 0) on conflict do nothing`,
  )
  return (await db.first<Told>(sql`select score, responses from nps_score_published where org_id = ${org} for update`))!
}

/** Tells of every score that is another than the one told last; returns how many are. */
export async function tellScores(store: Store, now = new Date()): Promise<number> {
  let changed = 0
  for (const { org_id } of await toLookAt(store)) changed += await store.transaction((db) => tellScore(db, org_id, now))
  return changed
}

async function tellScore(db: Db, org: string, now: Date): Promise<number> {
  const before = await lastTold(db, org)
  const period = periodOf({}, new Date(now.getTime() + 1))
  const { score, score_exact, responses, margin_of_error, low_sample } = summarise(
    tallyOf(await distributionOf(db, org, period, {})),
  )
  await db.run(
    sql`update nps_score_published set score = ${score}, responses = ${responses}, checked_at = now() where org_id = ${org}`,
  )
  if (score === before.score) return 0
  const object = JSON.stringify({ score, score_exact, responses, margin_of_error, low_sample, period })
  const previous = JSON.stringify({ score: before.score, responses: before.responses })
  await db.run(
    record(org, { operation: 'nps_score', actor: { type: 'system', id: null }, user: null, requestId: null }, [
      { type: 'nps.score_changed', resource: null, object, previous },
    ]),
  )
  return 1
}
