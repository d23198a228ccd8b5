import type { Ctx } from '#domain/context.ts'
import { requireKnown } from '#domain/errors.ts'
import { holdThemes } from './links.ts'

/** Holds the themes wanted and those about to be left, all at once. */
export async function requireThemes({ db, org }: Ctx, wanted: readonly string[], leaving: readonly string[] = []) {
  if (wanted.length + leaving.length === 0) return
  const held = await holdThemes(db, org, [...wanted, ...leaving])
  requireKnown(
    'body.theme_ids',
    'theme',
    wanted,
    held.filter((theme) => theme.live).map((theme) => theme.id),
  )
}
