import type { Ctx } from '#domain/context.ts'
import { requireExist } from '#domain/errors.ts'
import { lockLinkedThemes } from './queries.ts'

/** Locks the new and the previous themes in one statement, to avoid deadlocks, and requires the new ones to be live. */
export async function requireThemes(
  { db, org }: Ctx,
  themeIds: readonly string[],
  previousIds: readonly string[] = [],
) {
  if (themeIds.length + previousIds.length === 0) return
  const locked = await lockLinkedThemes(db, org, [...themeIds, ...previousIds])
  requireExist(
    'body.theme_ids',
    'theme',
    themeIds,
    locked.filter((theme) => theme.live).map((theme) => theme.id),
  )
}
