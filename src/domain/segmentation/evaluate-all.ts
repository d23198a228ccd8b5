import type { Db } from '#store/open.ts'
import { reevaluateContacts } from './evaluate.ts'
import { chunkSize, hasMoreContactsThan, listContactIdsAfter, type SegmentWithRules } from './queries.ts'

/** Evaluates every contact of an organization in one transaction and returns how many moved. */
export async function reevaluateAllContacts(
  db: Db,
  org: string,
  segments: readonly SegmentWithRules[],
): Promise<number> {
  let moved = 0
  for (let after: string | null = null; ;) {
    const ids: string[] = await listContactIdsAfter(db, org, after)
    moved += await reevaluateContacts(db, org, segments, ids)
    if (ids.length < chunkSize) return moved
    after = ids.at(-1)!
  }
}

/** More contacts than this are evaluated by a job instead of within the request. */
const maxInlineContacts = 5000
export const canEvaluateInline = async (db: Db, org: string) => !(await hasMoreContactsThan(db, org, maxInlineContacts))
