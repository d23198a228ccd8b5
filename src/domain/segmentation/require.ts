import type { Ctx } from '#domain/context.ts'
import { invalidField, requireKnown } from '#domain/errors.ts'
import { sql } from '#store/sql.ts'

/** Segments that are there, and stay until this is done, in an organization that uses them; none at all is always fine. */
export async function requireSegments({ db, org }: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return
  const { enabled, known } = (await db.first<{ enabled: boolean; known: string[] }>(sql`
    select feature_segments as enabled,
      array(select id::text from segment where org_id = ${org} and id = any(${ids}::uuid[]) and archived_at is null order by id for share) as known
    from organization where id = ${org}`))!
  if (!enabled) invalidField('body.segment_ids', 'segments are switched off for this organization')
  requireKnown('body.segment_ids', 'segment', ids, known)
}
