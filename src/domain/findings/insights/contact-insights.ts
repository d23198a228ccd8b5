import type { contacts } from '#contract/resources/contacts.ts'
import { type Handlers, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { requireContact } from '#domain/sources/contacts/present.ts'
import type { Db } from '#store/open.ts'
import { pageOf } from '#store/page.ts'
import { sql } from '#store/sql.ts'
import { pageOfInsights } from './page.ts'

type Subset = Pick<typeof contacts, 'listContactInsights' | 'getContactTimeline'>
type Moment = {
  type: 'feedback' | 'insight'
  id: string
  text: string
  source: string | null
  sentiment: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL' | null
  occurred_at: string
}

const firstWords = 280

/** Both kinds of moments are taken from their own index and then put in order. */
const pageOfMoments = (
  db: Db,
  org: string,
  contact: string,
  limit: number,
  [at, id]: readonly (string | number | null)[],
) =>
  db.rows<Moment>(sql`
    select * from (
      (select 'feedback' as type, id, left(coalesce(title, content), ${firstWords}) as text, source, null as sentiment, occurred_at from feedback
        where org_id = ${org} and contact_id = ${contact} and deleted_at is null
          and (${at ?? null}::timestamptz is null or (occurred_at, id) < (${at ?? null}::timestamptz, ${id ?? null}::uuid))
        order by occurred_at desc, id desc limit ${limit + 1})
      union all
      (select 'insight', id, name, source, sentiment, occurred_at from insight
        where org_id = ${org} and contact_id = ${contact} and live
          and (${at ?? null}::timestamptz is null or (occurred_at, id) < (${at ?? null}::timestamptz, ${id ?? null}::uuid))
        order by occurred_at desc, id desc limit ${limit + 1})) m
    order by occurred_at desc, id desc limit ${limit + 1}`)

export const handlers: Handlers<Subset, Ctx> = {
  async listContactInsights(ctx, { contactId, ...filters }) {
    await requireContact(ctx, contactId)
    return json(await pageOfInsights(ctx.db, ctx.org, { ...filters, contact_id: contactId }, ctx.cursors))
  },

  async getContactTimeline(ctx, { contactId, limit, cursor }) {
    await requireContact(ctx, contactId)
    const rows = await pageOfMoments(
      ctx.db,
      ctx.org,
      contactId,
      limit,
      cursor === undefined ? [] : ctx.cursors.read(cursor),
    )
    return pageOf(rows, limit, (last) => ctx.cursors.write([last.occurred_at, last.id]))
  },
}
