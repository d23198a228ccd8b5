import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* Records by the id that their provider gave them. */

type External = { source: string; ticketSource: string; external_id: string }
type Found = { id: string }

export const findExternalFeedback = (db: Db, org: string, { source, external_id }: External) =>
  db.first<Found>(sql`
    select id from feedback
    where org_id = ${org} and source = ${source} and external_id = ${external_id} and deleted_at is null`)

export const findExternalTicket = (db: Db, org: string, { source, ticketSource, external_id }: External) =>
  db.first<Found>(sql`
    select id from support_ticket
    where org_id = ${org} and source = ${ticketSource} and source_name = ${source} and external_id = ${external_id}
      and deleted_at is null`)

export const findExternalResponse = (db: Db, org: string, { source, external_id }: External) =>
  db.first<Found>(sql`
    select id from nps_response
    where org_id = ${org} and source = ${source} and external_id = ${external_id} and deleted_at is null`)

type BatchQuery = { integration: string; source: string; limit: number }

/** What came in through an integration, oldest first, without what belongs to tickets and responses. */
export const listTicketsOf = (db: Db, org: string, { integration, limit }: BatchQuery) =>
  db.rows<Found>(sql`
    select id from support_ticket
    where org_id = ${org} and integration_id = ${integration} and deleted_at is null order by id limit ${limit}`)

export const listFeedbackOf = (db: Db, org: string, { integration, limit }: BatchQuery) =>
  db.rows<Found>(sql`
    select id from feedback
    where org_id = ${org} and integration_id = ${integration} and deleted_at is null order by id limit ${limit}`)

/** Responses name their source only, which no other integration has. */
export const listResponsesOf = (db: Db, org: string, { source, limit }: BatchQuery) =>
  db.rows<Found>(sql`
    select id from nps_response
    where org_id = ${org} and source = ${source} and deleted_at is null order by id limit ${limit}`)
