import type { subthemeCorrections } from '#contract/resources/subtheme-corrections.ts'
import { invalidField, notFound, requireExist, throwApiError, throwMerged } from '#domain/errors.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { unmarkWritten } from '#domain/llm-tasks/queries-texts.ts'
import { newId } from '#store/ids.ts'
import {
  addMembers,
  lockForCorrection,
  moveToTheme,
  refreshMembers,
  requireFreeName,
  requireInsights,
  requireLive,
  serializeCorrections,
} from './corrections.ts'
import { showSubtheme } from './present.ts'
import { findReplacement, findThemeState, insertManualSubtheme, updateSubtheme } from './queries-corrections.ts'
import {
  listMemberIds,
  listRestorable,
  mergeMembers,
  releaseMembers,
  restoreMembers,
  splitMembers,
} from './queries-members.ts'
import { renamed } from './rules.ts'

const pinned = { pinned: true }

export const handlers: Handlers<typeof subthemeCorrections> = {
  async createSubtheme(ctx, { themeId, name, description = null, insight_ids = [] }) {
    const { db, org } = ctx
    const theme = (await findThemeState(db, org, themeId)) ?? notFound('theme')
    if (theme.merged_into_id) throwMerged('theme', theme.merged_into_id)
    const locked = await lockForCorrection(ctx, { subthemes: [], themes: [themeId], insights: insight_ids })
    if (!locked.liveThemes.has(themeId))
      throwApiError('INVALID_STATE', 'An archived theme takes no subthemes; restore it first.')
    requireInsights(insight_ids, locked.insights)
    await requireFreeName(ctx, { theme_id: themeId, name })
    const id = newId()
    await insertManualSubtheme(db, org, { id, theme_id: themeId, name, description })
    await addMembers(ctx, { id, theme_id: themeId }, insight_ids)
    return showSubtheme(ctx, id)
  },

  async updateSubtheme(ctx, { subthemeId, theme_id, name, description, pinned: asked }) {
    const { db, org } = ctx
    const themes = theme_id ? [theme_id] : []
    const locked = await lockForCorrection(ctx, { subthemes: [subthemeId], themes }, theme_id ? [subthemeId] : [])
    const before = await requireLive(ctx, locked, subthemeId)
    requireExist('body.theme_id', 'theme', themes, locked.liveThemes)
    const moved = theme_id !== undefined && theme_id !== before.theme_id
    if (name !== undefined || moved)
      await requireFreeName(ctx, {
        theme_id: theme_id ?? before.theme_id,
        name: name ?? before.name,
        except: subthemeId,
      })
    if (moved) await moveToTheme(ctx, before, theme_id)
    await updateSubtheme(db, org, subthemeId, { ...renamed(before, name), description, pinned: asked ?? true })
    if (name !== undefined || description !== undefined) await unmarkWritten(db, org, 'subtheme', subthemeId)
    return showSubtheme(ctx, subthemeId)
  },

  async dissolveSubtheme(ctx, { subthemeId }) {
    const { db, org } = ctx
    const locked = await lockForCorrection(ctx, { subthemes: [subthemeId] }, [subthemeId])
    if (!locked.rows.get(subthemeId)?.dissolved) {
      await requireLive(ctx, locked, subthemeId)
      await releaseMembers(db, org, subthemeId, { reason: 'dissolved' })
      await updateSubtheme(db, org, subthemeId, { dissolved_at: ctx.now })
      await refreshMembers(ctx, [subthemeId])
    }
    return { id: subthemeId, deleted: true }
  },

  async restoreSubtheme(ctx, { subthemeId }) {
    const { db, org } = ctx
    await serializeCorrections(ctx)
    const holder = (await findReplacement(db, org, subthemeId)) ?? null
    const subthemes = [subthemeId, ...(holder ? [holder] : [])]
    const { rows, liveThemes } = await lockForCorrection(ctx, { subthemes }, [subthemeId])
    const before = rows.get(subthemeId) ?? notFound('subtheme')
    const theme_id = (holder && rows.get(holder)?.theme_id) ?? before.theme_id
    if (!liveThemes.has(theme_id))
      throwApiError('INVALID_STATE', 'The theme of this subtheme is archived; restore it first.')
    if (before.dissolved || before.merged_into_id) {
      await requireFreeName(ctx, { theme_id, name: before.name, except: subthemeId })
      const insights = await listRestorable(db, org, subthemeId, { theme: theme_id, holder })
      await updateSubtheme(db, org, subthemeId, { theme_id, merged_into_id: null, dissolved_at: null })
      await restoreMembers(db, org, subthemeId, { insights, holder })
      await refreshMembers(ctx, subthemes)
    }
    return showSubtheme(ctx, subthemeId)
  },

  async mergeSubthemes(ctx, { subthemeId, source_subtheme_ids: sources }) {
    const { db, org } = ctx
    if (sources.includes(subthemeId))
      invalidField('body.source_subtheme_ids', 'a subtheme cannot be merged into itself')
    const locked = await lockForCorrection(ctx, { subthemes: [subthemeId, ...sources] }, sources)
    const { theme_id } = await requireLive(ctx, locked, subthemeId)
    const live = [...locked.rows.values()].filter(
      (row) => !row.dissolved && !row.merged_into_id && locked.liveThemes.has(row.theme_id),
    )
    requireExist(
      'body.source_subtheme_ids',
      'subtheme',
      sources,
      live.map((row) => row.id),
    )
    let moved_insight_count = 0
    for (const source of live.filter((row) => row.id !== subthemeId)) {
      if (source.theme_id !== theme_id) await moveToTheme(ctx, source, theme_id)
      moved_insight_count += await mergeMembers(db, org, source.id, subthemeId)
      await updateSubtheme(db, org, source.id, { merged_into_id: subthemeId })
    }
    await updateSubtheme(db, org, subthemeId, pinned)
    await refreshMembers(ctx, [subthemeId, ...sources])
    return { ...(await showSubtheme(ctx, subthemeId)), moved_insight_count }
  },

  async splitSubtheme(ctx, { subthemeId, name, description = null, insight_ids }) {
    const { db, org } = ctx
    const locked = await lockForCorrection(ctx, { subthemes: [subthemeId], insights: insight_ids })
    const { theme_id } = await requireLive(ctx, locked, subthemeId)
    const members = await listMemberIds(db, org, subthemeId)
    requireInsights(insight_ids, members)
    if (members.length === insight_ids.length) invalidField('body.insight_ids', 'at least one insight has to stay')
    await requireFreeName(ctx, { theme_id, name })
    const id = newId()
    await insertManualSubtheme(db, org, { id, theme_id, name, description })
    await splitMembers(db, org, insight_ids, { from: subthemeId, to: id })
    await updateSubtheme(db, org, subthemeId, pinned)
    await refreshMembers(ctx, [subthemeId, id])
    const created = await showSubtheme(ctx, id)
    ctx.emit('subtheme.created')
    ctx.emit('subtheme.updated', { object: await showSubtheme(ctx, subthemeId) })
    return created
  },

  async linkSubthemeInsights(ctx, { subthemeId, insight_ids }) {
    const { db, org } = ctx
    const locked = await lockForCorrection(ctx, { subthemes: [subthemeId], insights: insight_ids })
    const subtheme = await requireLive(ctx, locked, subthemeId)
    requireInsights(insight_ids, locked.insights)
    const linked = await addMembers(ctx, subtheme, insight_ids)
    await updateSubtheme(db, org, subthemeId, pinned)
    return { linked, already_linked: insight_ids.length - linked }
  },

  async unlinkSubthemeInsight(ctx, { subthemeId, insightId }) {
    const { db, org } = ctx
    const locked = await lockForCorrection(ctx, { subthemes: [subthemeId], insights: [insightId] })
    await requireLive(ctx, locked, subthemeId)
    if (locked.insights.length === 0) notFound('insight')
    await releaseMembers(db, org, subthemeId, { reason: 'removed', insights: [insightId] })
    await updateSubtheme(db, org, subthemeId, pinned)
    await refreshMembers(ctx, [subthemeId])
    return { subtheme_id: subthemeId, insight_id: insightId, linked: false }
  },
}
