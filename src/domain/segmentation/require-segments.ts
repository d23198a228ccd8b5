import type { Ctx } from '#domain/context.ts'
import { invalidField, requireExist } from '#domain/errors.ts'
import { lockSegmentsShared } from './queries.ts'

/** Refuses ids of segments that do not exist, and any id where segments are switched off. */
export const requireSegments = async (ctx: Ctx, ids: readonly string[]) =>
  requireFoundSegments(ids, await findSegments(ctx, ids))

type FoundSegments = { enabled: boolean; existing: string[] }

/** The segments that exist, share-locked. */
export const findSegments = async ({ db, org }: Ctx, ids: readonly string[] = []): Promise<FoundSegments> =>
  ids.length === 0 ? { enabled: true, existing: [] } : lockSegmentsShared(db, org, ids)

export function requireFoundSegments(ids: readonly string[], { enabled, existing }: FoundSegments) {
  if (!enabled) invalidField('body.segment_ids', 'segments are switched off for this organization')
  requireExist('body.segment_ids', 'segment', ids, existing)
}
