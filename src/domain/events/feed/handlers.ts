import type { Handlers } from '#domain/operation-handlers.ts'
import type { events } from '#contract/resources/webhooks.ts'
import type { ReadCtx } from '#domain/context.ts'
import { invalidField, notFound } from '#domain/errors.ts'
import { pageOf, readCursor } from '#store/page.ts'
import { envelopeOf, eventUuidOf } from './envelope.ts'
import { findEvent, findFeedPosition, listEvents } from './queries.ts'

export const handlers: Handlers<typeof events> = {
  async listEvents(ctx, { cursor, after, ...query }) {
    const start = await startPosition(ctx, cursor, after)
    const rows = await listEvents(ctx.db, ctx.org, query, start)
    const { data, pagination } = pageOf(rows, query.limit, (last) => ctx.cursors.write([last.tx, last.id]))
    return { data: data.map(envelopeOf), pagination }
  },

  async getEvent({ db, org }, { eventId }) {
    return envelopeOf((await findEvent(db, org, eventUuidOf(eventId))) ?? notFound('event'))
  },
}

async function startPosition({ db, org, cursors }: ReadCtx, cursor: string | undefined, after: string | undefined) {
  const keys = readCursor(cursors, cursor)
  if (keys) return { tx: String(keys[0]), id: String(keys[1]) }
  if (after === undefined) return undefined
  const position = await findFeedPosition(db, org, eventUuidOf(after))
  return position ?? invalidField('query.after', 'names no event of the feed')
}
