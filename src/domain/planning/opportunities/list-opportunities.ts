import type { Ctx } from '#domain/context.ts'
import { pageOf } from '#store/page.ts'
import { presentOpportunity } from './present.ts'
import { cursorKeys, listOpportunityRows, type OpportunityListQuery } from './queries.ts'

export async function listOpportunities(
  { db, org, cursors }: Ctx,
  { cursor, ...query }: OpportunityListQuery & { cursor?: string },
) {
  const rows = await listOpportunityRows(db, org, query, cursor === undefined ? undefined : cursors.read(cursor))
  const { data, pagination } = pageOf(rows, query.limit, (last) => cursors.write(cursorKeys(query.sort, last)))
  return { data: data.map(presentOpportunity), pagination }
}
