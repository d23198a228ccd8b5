import { acquireLock, orgLock } from '#store/lock.ts'
import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'
import type { Horizon } from '#vocabulary/horizons.ts'

/** A place in the order of the team. */
export type TeamPlace = { horizon: Horizon; position: string }

/** One writer of places at a time: each reads the places beside the one it writes. Taken before rows are locked. */
export const lockPlaces = (db: Db, org: string) => acquireLock(db, orgLock(org, 'opportunity-places'))

export const findPlace = (db: Db, org: string, id: string) =>
  db.first<TeamPlace | { horizon: null; position: null }>(
    sql`select horizon, team_position as position from opportunity where org_id = ${org} and id = ${id}
      and merged_into_id is null`,
  )

/** The place next to another one, or at the end of a horizon; `moved` counts as gone from where it was. */
export const findNextPosition = async (
  db: Db,
  org: string,
  { horizon, position }: Partial<TeamPlace>,
  { side, moved }: { side: 'before' | 'after'; moved: string },
) => {
  const [extreme, than] = side === 'before' ? [raw('max'), raw('<')] : [raw('min'), raw('>')]
  const row = await db.first<{ position: string | null }>(sql`
    select ${extreme}(team_position) as position from opportunity
    where org_id = ${org} and horizon = ${horizon} and team_position ${than} ${position} and id <> ${moved}`)
  return row?.position ?? null
}

export const findLastPosition = async (db: Db, org: string, horizon: Horizon, moved: string) =>
  (await db.first<{ position: string | null }>(sql`
    select max(team_position) as position from opportunity
    where org_id = ${org} and horizon = ${horizon} and id <> ${moved}`))!.position

/** In the order of the team. */
export const listIdsOfHorizon = async (db: Db, org: string, horizon: Horizon) =>
  (
    await db.rows<{ id: string }>(sql`
      select id from opportunity where org_id = ${org} and horizon = ${horizon} order by team_position, id`)
  ).map(({ id }) => id)

/** Rows are locked in the order of ids, as everywhere. */
export const updatePositions = (db: Db, org: string, ids: readonly string[], positions: readonly string[]) =>
  db.run(sql`
    with locked as materialized (
      select id from opportunity where org_id = ${org} and id = any(${ids}::uuid[]) order by id for no key update)
    update opportunity o set team_position = p.position
    from unnest(${ids}::uuid[], ${positions}::text[]) as p (id, position)
    join locked on locked.id = p.id
    where o.org_id = ${org} and o.id = p.id`)
