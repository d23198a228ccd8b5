import type { Ctx } from '#domain/context.ts'
import { requireAllExist } from '#domain/errors.ts'
import { pipelined } from '#store/pipelined.ts'
import { type FilterTarget, filterTargets, listExistingIds } from './queries.ts'

type FilterIds = { [N in FilterTarget as `${N}_id`]?: string }

/** A filter on a missing theme, segment or project would never match. */
export async function requireFilterTargets({ db, org }: Ctx, path: string, filter: FilterIds = {}) {
  const targets = filterTargets.flatMap((table) => {
    const id = filter[`${table}_id`]
    return id === undefined ? [] : [{ table, id }]
  })
  if (targets.length === 0) return
  const references = targets.map(async ({ table, id }) => ({
    path: `${path}.${table}_id`,
    noun: table,
    ids: [id],
    existingIds: await listExistingIds(db, org, { table, id }),
  }))
  requireAllExist(await pipelined(db, references))
}
