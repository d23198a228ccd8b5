import type { Handlers } from '#contract/core/route.ts'
import type { events } from '#contract/resources/webhooks.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import type { Db } from '#store/open.ts'
import { instantOf, pageOf } from '#store/page.ts'
import { allOf, raw, sql } from '#store/sql.ts'
import { envelopeOf, type EventRow, uuidOf } from './envelope.ts'
import { namesOf } from './patterns.ts'

export const eventColumns = raw('org_id, id, type, actor_type, actor_id, object, previous, created_at')
/** Whatever is older than the oldest transaction under way has been decided: nothing can still appear before it. */
export const settled = raw('tx < pg_snapshot_xmin(pg_current_snapshot())')

type Place = { tx: string; id: string }
type Wanted = { limit: number; types?: string[]; created_after?: string }

const pageOfEvents = (db: Db, org: string, { limit, types, created_after }: Wanted, after: Place | undefined) =>
  db.rows<EventRow & { tx: string }>(sql`
    select ${eventColumns}, tx::text as tx from event where ${allOf([
      sql`org_id = ${org} and type is not null`,
      settled,
      types && sql`type = any(${namesOf(types)})`,
      created_after !== undefined && sql`created_at >= ${instantOf(created_after)}`,
      after && sql`(tx, id) > (${after.tx}::xid8, ${after.id}::uuid)`,
    ])} order by event.tx, event.id limit ${limit + 1}`)

const placeOf = (db: Db, org: string, id: string) =>
  db.first<Place>(sql`select tx::text as tx, id from event where org_id = ${org} and id = ${id} and type is not null`)

export const handlers: Handlers<typeof events, Ctx> = {
  async listEvents({ db, org, cursors }, { cursor, after, ...wanted }) {
    const keys = cursor === undefined ? undefined : cursors.read(cursor)
    const place = keys
      ? { tx: String(keys[0]), id: String(keys[1]) }
      : after !== undefined
        ? ((await placeOf(db, org, uuidOf(after))) ?? invalidField('query.after', 'names no event of the feed'))
        : undefined
    const rows = await pageOfEvents(db, org, wanted, place)
    const { data, pagination } = pageOf(rows, wanted.limit, (last) => cursors.write([last.tx, last.id]))
    return { data: data.map(envelopeOf), pagination }
  },

  async getEvent({ db, org }, { eventId }) {
    const row = await db.first<EventRow>(
      sql`select ${eventColumns} from event where org_id = ${org} and id = ${uuidOf(eventId)} and type is not null`,
    )
    return envelopeOf(row ?? notFound('event'))
  },
}
