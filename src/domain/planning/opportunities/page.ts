import type { Ctx } from '#domain/context.ts'
import { pageOf } from '#store/page.ts'
import { present } from './present.ts'
import { keysOf, pageOfOpportunities, type Wanted } from './queries.ts'

export async function listOpportunities(
  { db, org, cursors }: Ctx,
  { cursor, ...wanted }: Wanted & { cursor?: string },
) {
  const rows = await pageOfOpportunities(db, org, wanted, cursor === undefined ? undefined : cursors.read(cursor))
  const { data, pagination } = pageOf(rows, wanted.limit, (last) => cursors.write(keysOf(wanted.sort, last)))
  return { data: data.map(present), pagination }
}
