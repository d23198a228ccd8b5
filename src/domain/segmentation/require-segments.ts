import type { Ctx } from '#domain/context.ts'
import { invalidField, requireExist } from '#domain/errors.ts'
import { lockSegmentsShared } from './queries.ts'

/** Refuses ids of segments that do not exist, and any id where segments are switched off. */
export async function requireSegments({ db, org }: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return
  const { enabled, existing } = await lockSegmentsShared(db, org, ids)
  if (!enabled) invalidField('body.segment_ids', 'segments are switched off for this organization')
  requireExist('body.segment_ids', 'segment', ids, existing)
}
