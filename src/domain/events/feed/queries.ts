import { feedHorizon } from '#store/citus/horizon.ts'
import type { Db } from '#store/open.ts'
import { instantOf } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import type { EventRow } from './envelope.ts'
import { expandPatterns } from './patterns.ts'

const eventColumns = raw('org_id, id, type, actor_type, actor_id, object, previous, created_at')

type FeedPosition = { tx: string; id: string }
type EventQuery = { limit: number; types?: string[]; created_after?: string }

export const listEvents = async (
  db: Db,
  org: string,
  { limit, types, created_after }: EventQuery,
  after: FeedPosition | undefined,
) =>
  db.rows<EventRow & { tx: string }>(sql`
    select ${eventColumns}, tx::text as tx from event where ${allOf([
      sql`org_id = ${org} and type is not null`,
      // Older than every open transaction: no event can still appear before these in the feed.
      sql`tx < ${await feedHorizon(db, org)}`,
      types && sql`type = any(${expandPatterns(types)})`,
      created_after !== undefined && sql`created_at >= ${instantOf(created_after)}`,
      after && sql`(tx, id) > (coalesce(${positionOf(org, after.id)}, ${after.tx}::xid8), ${after.id}::uuid)`,
    ])} order by event.tx, event.id limit ${limit + 1}`)

/** A cursor from before a move of the database names a transaction of another server. */
const positionOf = (org: string, id: string): Sql =>
  sql`(select p.tx from event p where p.org_id = ${org} and p.id = ${id}::uuid)`

export const findFeedPosition = (db: Db, org: string, id: string) =>
  db.first<FeedPosition>(
    sql`select tx::text as tx, id from event where org_id = ${org} and id = ${id} and type is not null`,
  )

export const findEvent = (db: Db, org: string, id: string) =>
  db.first<EventRow>(sql`select ${eventColumns} from event where org_id = ${org} and id = ${id} and type is not null`)
