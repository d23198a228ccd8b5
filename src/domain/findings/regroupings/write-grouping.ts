import type { Ctx } from '#domain/context.ts'
import { replaceThemesOf } from '#domain/findings/insights/links/queries-placements.ts'
import { refreshMembers } from '#domain/findings/subthemes/corrections.ts'
import {
  changeLinks,
  insertGroupedSubthemes,
  type LinkChanges,
  updateSubthemeStates,
} from '#domain/findings/subthemes/queries-placements.ts'
import { followThemeName } from '#domain/findings/subthemes/queries-write.ts'
import { renamed } from '#domain/findings/subthemes/rules.ts'
import { insertGroupedThemes, updateThemeStates } from '#domain/findings/themes/queries-grouped.ts'
import { listThemeColors } from '#domain/findings/themes/queries.ts'
import { unmarkWritten } from '#domain/llm-tasks/queries-texts.ts'
import { nextColor } from '#engine/palette.ts'
import type { GroupingPlan, Placement, PlannedSubtheme, PlannedTheme } from './grouping.ts'
import { isDescribed, isMoved, isRenamed } from './plan.ts'
import type { LockedTheme } from './queries-stored.ts'

/* Writes a plan whose insights, themes and subthemes are locked. */

type Writer = Pick<Ctx, 'db' | 'org'>
type Before = { themes: ReadonlyMap<string, LockedTheme>; pinned: boolean }

export async function writeGrouping(ctx: Writer, plan: GroupingPlan, before: Before) {
  await writeThemes(ctx, plan.themes, before)
  await writeSubthemes(ctx, plan.subthemes, before)
  await writePlacements(ctx, plan.moves, {
    movedSubthemes: plan.subthemes.filter(isMoved).map((one) => one.id),
    releases: true,
  })
}

async function writeThemes({ db, org }: Writer, themes: readonly PlannedTheme[], { themes: stored, pinned }: Before) {
  const changed = themes.filter((one) => isRenamed(one) || isDescribed(one))
  const states = changed.map(({ id, name, description }) => {
    const { notes, pinned: wasPinned, is_catch_all, name: oldName } = stored.get(id)!
    // Naming the catch-all theme makes it an ordinary one.
    const isCatchAll = is_catch_all && name === oldName
    return {
      id,
      name,
      notes: description === undefined ? notes : description,
      pinned: pinned || wasPinned,
      is_catch_all: isCatchAll,
    }
  })
  if (states.length > 0) await updateThemeStates(db, org, states)
  for (const { id, name, before } of changed.filter(isRenamed))
    await followThemeName(db, org, id, { before: before!.name, name })
  for (const { id } of changed) await unmarkWritten(db, org, 'theme', id)
  const colors = new Map((await listThemeColors(db, org)).map((row) => [row.color, row.uses]))
  const created = themes
    .filter((one) => one.before === null)
    .map(({ id, name, description = null }) => {
      const color = nextColor([...colors].map(([used, uses]) => ({ color: used, uses })))
      colors.set(color, (colors.get(color) ?? 0) + 1)
      return { id, name, color, notes: description }
    })
  if (created.length > 0) await insertGroupedThemes(db, org, created, { pinned })
}

async function writeSubthemes({ db, org }: Writer, subthemes: readonly PlannedSubtheme[], { pinned }: Before) {
  const created = subthemes.filter((one) => one.before === null)
  if (created.length > 0) await insertGroupedSubthemes(db, org, created, { origin: 'auto', pinned })
  const changed = subthemes.filter((one) => isRenamed(one) || isMoved(one))
  const states = changed.map(({ id, theme_id, name, before }) => ({
    id,
    theme_id,
    generated_name: before!.generated_name,
    ...(pinned && renamed(before!, name)),
    name,
    pinned: pinned || before!.pinned,
  }))
  if (states.length > 0) await updateSubthemeStates(db, org, states)
  for (const { id } of changed.filter(isRenamed)) await unmarkWritten(db, org, 'subtheme', id)
}

type PlacementOptions = {
  /** They are counted also where their insights are the same. */
  movedSubthemes: readonly string[]
  /** The analysis puts what is taken out of subthemes into no other one. */
  releases: boolean
}

export async function writePlacements(
  ctx: Writer,
  moves: readonly { before: Placement; after: Placement }[],
  { movedSubthemes, releases }: PlacementOptions,
) {
  const { db, org } = ctx
  const themes = moves.flatMap(({ before, after }) => symmetricDifference(before.themes, after.themes))
  await replaceThemesOf(
    db,
    org,
    moves.map((move) => move.after),
    [...new Set(themes)],
  )
  const links = linkChanges(moves)
  await changeLinks(db, org, releases ? links : { ...links, released: [] })
  const touched = [...links.removed, ...links.added].map((link) => link.id)
  await refreshMembers(ctx, [...new Set([...touched, ...movedSubthemes])].sort())
}

const symmetricDifference = (a: readonly string[], b: readonly string[]) => [
  ...a.filter((one) => !b.includes(one)),
  ...b.filter((one) => !a.includes(one)),
]

function linkChanges(moves: readonly { before: Placement; after: Placement }[]): LinkChanges {
  const changes = moves.map(({ before, after }) => {
    const withInsight = (links: Placement['subthemes']) => links.map((link) => ({ ...link, insight: before.insight }))
    const isIn = ({ subthemes }: Placement, id: string) => subthemes.some((link) => link.id === id)
    const removed = withInsight(before.subthemes.filter((link) => !isIn(after, link.id)))
    const isSame = (link: Placement['subthemes'][number]) =>
      before.subthemes.some((one) => one.id === link.id && one.keeps_theme === link.keeps_theme)
    return {
      removed,
      added: withInsight(after.subthemes.filter((link) => !isSame(link))),
      released: after.subthemes.length === 0 ? removed : [],
    }
  })
  return {
    removed: changes.flatMap((change) => change.removed),
    added: changes.flatMap((change) => change.added),
    released: changes.flatMap((change) => change.released),
  }
}
