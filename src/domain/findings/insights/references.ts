import type { Ctx } from '#domain/context.ts'
import { requireKnown } from '#domain/fail.ts'
import { liveThemes } from './links.ts'
import { knownSegments } from './queries.ts'

export async function requireThemes({ db, org }: Ctx, ids: readonly string[]) {
  if (ids.length) requireKnown('body.theme_ids', 'theme', ids, (await liveThemes(db, org, ids)).map((theme) => theme.id))
}

export async function requireSegments({ db, org }: Ctx, ids: readonly string[]) {
  if (ids.length) requireKnown('body.segment_ids', 'segment', ids, (await knownSegments(db, org, ids)).map((segment) => segment.id))
}
