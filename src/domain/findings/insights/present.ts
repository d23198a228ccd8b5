import type { InsightDetail } from '#contract/resources/insights.ts'
import { type Json, json } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { merged, notFound } from '#domain/errors.ts'
import type { Static } from 'typebox'
import { insightDetail, type InsightRow, lockInsight } from './queries.ts'

/** An insight that is still there, held for a change. */
export async function insightToChange({ db, org }: Ctx, id: string): Promise<InsightRow> {
  return present(await lockInsight(db, org, id))
}

export function present<Row extends { deleted: boolean; merged_into_id: string | null }>(row: Row | undefined): Row {
  if (row?.merged_into_id) merged('insight', row.merged_into_id)
  return row && !row.deleted ? row : notFound('insight')
}

export async function showInsight({ db, org }: Ctx, id: string): Promise<Json<Static<typeof InsightDetail>>> {
  const { document, themes, quotes, rest } = present(await insightDetail(db, org, id))
  return json(`${document},"themes":[${themes ?? ''}],"quotes":[${quotes ?? ''}],${rest.slice(1)}`)
}
