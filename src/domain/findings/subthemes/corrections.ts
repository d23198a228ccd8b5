import type { Ctx } from '#domain/context.ts'
import { notFound, requireExist, throwApiError } from '#domain/errors.ts'
import { deleteThemeLinks, insertLinksToTheme, lockLinkedThemes } from '#domain/findings/insights/links/queries.ts'
import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import { pipelined } from '#store/pipelined.ts'
import { RetryTransactionError } from '#store/transaction.ts'
import { refreshCentroids } from './centroids.ts'
import { isSubthemeNameTaken, listStoredSubthemes, lockSubthemes, type StoredSubtheme } from './queries-corrections.ts'
import { throwReplaced } from './present.ts'
import { moveSomeSubthemes } from './queries-write.ts'
import { leaveOtherSubthemes, linkMembers, listMovingMembers, lockMembers, markKeptThemes } from './queries-members.ts'

/* Steps of several corrections. */

type Locks = { subthemes: readonly string[]; themes?: readonly string[]; insights?: readonly string[] }

/** One correction at a time, and no plan of the synthesis is written meanwhile. */
export const serializeCorrections = ({ db, org }: Pick<Ctx, 'db' | 'org'>) =>
  acquireLock(db, orgLock(org, 'theme-assignment'))

/** Locks what a correction changes in the order of every write: insights, themes, subthemes. */
export async function lockForCorrection(
  ctx: Ctx,
  { subthemes, themes = [], insights = [] }: Locks,
  membersOf: readonly string[] = [],
) {
  const { db, org } = ctx
  await serializeCorrections(ctx)
  const read = new Map((await listStoredSubthemes(db, org, subthemes)).map((one) => [one.id, one]))
  const existing = membersOf.length + insights.length > 0 ? await lockMembers(db, org, membersOf, insights) : []
  const locked = await lockLinkedThemes(db, org, [...themes, ...[...read.values()].map((one) => one.theme_id)])
  const rows = await lockSubthemes(db, org, subthemes)
  // Themes were merged in between.
  if (rows.some((row) => row.theme_id !== read.get(row.id)?.theme_id)) throw new RetryTransactionError()
  const liveThemes = new Set(locked.filter((theme) => theme.live).map((theme) => theme.id))
  return { rows: new Map(rows.map((row) => [row.id, row])), liveThemes, insights: existing }
}

type Locked = Awaited<ReturnType<typeof lockForCorrection>>

/** Refuses a subtheme that is dissolved, merged or hidden with its theme. */
export async function requireLive(ctx: Ctx, { rows, liveThemes }: Locked, id: string): Promise<StoredSubtheme> {
  const row = rows.get(id)
  if (row?.merged_into_id) await throwReplaced(ctx, id)
  if (!row || row.dissolved || !liveThemes.has(row.theme_id)) notFound('subtheme')
  return row!
}

export const requireInsights = (wanted: readonly string[], existing: readonly string[]) =>
  requireExist('body.insight_ids', 'insight', wanted, existing)

export async function requireFreeName({ db, org }: Ctx, wanted: { theme_id: string; name: string; except?: string }) {
  if (await isSubthemeNameTaken(db, org, wanted))
    throwApiError('DUPLICATE', `There is already a subtheme called “${wanted.name}” in this theme.`)
}

/** Counts and centroids of subthemes whose members have changed. */
export const refreshMembers = ({ db, org }: Pick<Ctx, 'db' | 'org'>, subthemes: readonly string[]) =>
  pipelined(db, [recountSubthemes(db, org, subthemes, false), refreshCentroids(db, org, subthemes)])

/** Its insights leave the theme with it, unless they are in it for another reason. */
export async function moveToTheme({ db, org }: Ctx, { id, theme_id: from }: StoredSubtheme, to: string) {
  const members = await listMovingMembers(db, org, id, from)
  await markKeptThemes(db, org, id, to)
  await moveSomeSubthemes(db, org, { from, to, ids: [id] })
  await insertLinksToTheme(
    db,
    org,
    to,
    members.map((member) => member.id),
  )
  await deleteThemeLinks(
    db,
    org,
    from,
    members.filter((member) => member.leaves).map((member) => member.id),
  )
}

/** Puts insights into a subtheme and its theme, and takes them out of the other subthemes of the theme. */
export async function addMembers(ctx: Ctx, { id, theme_id }: { id: string; theme_id: string }, insights: string[]) {
  const { db, org } = ctx
  await insertLinksToTheme(db, org, theme_id, insights)
  const left = await leaveOtherSubthemes(db, org, insights, { theme: theme_id, except: id })
  const linked = await linkMembers(db, org, id, insights)
  await refreshMembers(ctx, [id, ...left])
  return linked
}
