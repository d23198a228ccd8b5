import type { InsightDetail } from '#contract/resources/insights.ts'
import { type Json, rawJson } from '#contract/core/route.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwMerged, notFound } from '#domain/errors.ts'
import type { Static } from 'typebox'
import { findInsightDetail, type InsightRow, lockInsight } from './queries.ts'

/** Locks the insight; refuses a deleted or merged one. */
export async function getInsightForUpdate({ db, org }: Ctx, id: string): Promise<InsightRow> {
  return present(await lockInsight(db, org, id))
}

export function present<Row extends { deleted: boolean; merged_into_id: string | null }>(row: Row | undefined): Row {
  if (row?.merged_into_id) throwMerged('insight', row.merged_into_id)
  return row && !row.deleted ? row : notFound('insight')
}

export async function showInsight({ db, org }: ReadCtx, id: string): Promise<Json<Static<typeof InsightDetail>>> {
  const { document, themes, quotes, rest } = present(await findInsightDetail(db, org, id))
  return rawJson(`${document},"themes":[${themes ?? ''}],"quotes":[${quotes ?? ''}],${rest.slice(1)}`)
}
