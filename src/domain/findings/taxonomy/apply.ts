import type { Ctx } from '#domain/context.ts'
import { storeConfidences } from '#domain/findings/analysis/queries-vectors.ts'
import { replaceAssignedThemes } from '#domain/findings/insights/links/queries-moves.ts'
import { handlers as subthemeCorrections } from '#domain/findings/subthemes/correction-handlers.ts'
import { lockInsightsOfThemes } from '#domain/findings/insights/links/queries.ts'
import { leaveSubthemesOfOtherThemes } from '#domain/findings/subthemes/queries-members.ts'
import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import { markThemesChanged } from '#domain/findings/synthesis/queries-model-switch.ts'
import { lockInsightRows } from '#domain/findings/synthesis/queries.ts'
import { handlers as themes } from '#domain/findings/themes/handlers.ts'
import { updateTheme } from '#domain/findings/themes/queries.ts'
import type { ThemeTarget } from './diff.ts'
import type { TaxonomyPlan } from './plan.ts'

/* Makes the themes as a plan has them, by the operations that people use for one theme at a time. */

/** The events that the operations would leave, each with its response. */
const asObject = (response: unknown) => response as Record<string, unknown>

export async function applyPlan(ctx: Ctx, { current, diff, moves }: TaxonomyPlan): Promise<void> {
  await lockInsightsOfThemes(
    ctx.db,
    ctx.org,
    diff.targets.flatMap(({ merges }) => merges.map(({ id }) => id)),
  )
  await lockInsightRows(
    ctx.db,
    ctx.org,
    moves.map(({ id }) => id),
  )
  for (const { id } of diff.removed)
    ctx.emit('theme.archived', { object: asObject(await themes.archiveTheme(ctx, { themeId: id })) })
  await freeNames(ctx, diff.targets)
  const ids = new Map<string, string>()
  for (const target of diff.targets) ids.set(target.key, await writeTheme(ctx, target))
  for (const target of diff.targets) await mergeInto(ctx, ids.get(target.key)!, target)
  await applyMoves(ctx, moves, { ids, live: current.themes.map(({ id }) => id) })
  for (const target of diff.targets) await writeSubthemes(ctx, ids.get(target.key)!, target)
  for (const { id } of diff.removedSubthemes) {
    await subthemeCorrections.dissolveSubtheme(ctx, { subthemeId: id })
    ctx.emit('subtheme.dissolved', { object: { id, deleted: true } })
  }
  await markThemesChanged(ctx.db, ctx.org)
}

/** Themes that swap their names have others in between. */
async function freeNames({ db, org }: Ctx, targets: readonly ThemeTarget[]) {
  const taken = new Set(targets.flatMap(({ current }) => current?.name.toLowerCase() ?? []))
  for (const { current, isRenamed, texts } of targets)
    if (current && isRenamed && taken.has(current.name.toLowerCase()))
      if (
        targets.some(
          (other) => other.current !== current && other.texts.name.toLowerCase() === current.name.toLowerCase(),
        )
      )
        await updateTheme(db, org, current.id, { name: `${current.id} ${texts.name}`.slice(0, 200) })
}

async function writeTheme(ctx: Ctx, { current, texts, isRenamed, isDescribed }: ThemeTarget): Promise<string> {
  if (!current) {
    const created = asObject(await themes.createTheme(ctx, texts))
    ctx.emit('theme.created', { object: created })
    return created.id as string
  }
  const { name, ...description } = texts
  if (isRenamed || isDescribed) {
    const changed = { ...(isRenamed && { name }), ...(isDescribed && description) }
    ctx.emit('theme.updated', {
      object: asObject(await themes.updateTheme(ctx, { themeId: current.id, ...changed })),
      previous: { name: current.name },
    })
  }
  return current.id
}

const maxMerged = 20

async function mergeInto(ctx: Ctx, themeId: string, { merges }: ThemeTarget) {
  for (let at = 0; at < merges.length; at += maxMerged) {
    const source_theme_ids = merges.slice(at, at + maxMerged).map(({ id }) => id)
    ctx.emit('theme.merged', { object: asObject(await themes.mergeThemes(ctx, { themeId, source_theme_ids })) })
  }
}

type Ids = { ids: ReadonlyMap<string, string>; live: readonly string[] }

async function applyMoves({ db, org }: Ctx, moves: TaxonomyPlan['moves'], { ids, live }: Ids) {
  if (moves.length === 0) return
  const idOf = (theme: string) => ids.get(theme)!
  await replaceAssignedThemes(
    db,
    org,
    moves.map(({ id, to }) => ({ id, themes: to.map(({ theme }) => idOf(theme)) })),
    [...new Set([...live, ...ids.values()])],
  )
  const left = await leaveSubthemesOfOtherThemes(
    db,
    org,
    moves.map(({ id }) => id),
  )
  if (left.length > 0) await recountSubthemes(db, org, left, false)
  await storeConfidences(db, org, {
    matches: moves.flatMap(({ id, to }) =>
      to.map(({ theme, confidence }) => ({ insight: id, theme: idOf(theme), confidence })),
    ),
    suggestions: moves
      .filter(({ to }) => to.length === 0)
      .map(({ id, suggestions }) => ({
        insight: id,
        themes: suggestions.map(({ theme, confidence }) => ({ theme_id: idOf(theme), confidence })),
      })),
  })
}

async function writeSubthemes(ctx: Ctx, themeId: string, { subthemes }: ThemeTarget) {
  for (const { current, name, description, isRenamed, isDescribed, isMoved } of subthemes) {
    if (!current) {
      const created = await subthemeCorrections.createSubtheme(ctx, { themeId, name, description })
      ctx.emit('subtheme.created', { object: asObject(created) })
    } else if (isRenamed || isDescribed || isMoved) {
      const changed = {
        ...(isRenamed && { name }),
        ...(isDescribed && { description }),
        ...(isMoved && { theme_id: themeId }),
      }
      const updated = await subthemeCorrections.updateSubtheme(ctx, { subthemeId: current.id, ...changed })
      ctx.emit('subtheme.updated', { object: asObject(updated) })
    }
  }
}
