import type { taxonomy } from '#contract/resources/taxonomy.ts'
import type { Ctx } from '#domain/context.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { notFound, throwApiError } from '#domain/errors.ts'
import { handlers as themes } from '#domain/findings/themes/handlers.ts'
import { newId } from '#store/ids.ts'
import { acquireLock, orgLock } from '#store/lock.ts'
import { pageByKeys } from '#store/page.ts'
import { applyPlan } from './apply.ts'
import { planTaxonomyOf } from './plan.ts'
import { showPlan } from './present.ts'
import {
  insertApplication,
  listApplications,
  lockApplication,
  updateApplicationUndone,
} from './queries-applications.ts'
import { listTaxonomySubthemes, listTaxonomyThemes } from './queries.ts'
import { lockAffected, readSnapshot, undoBetween } from './snapshot.ts'
import { undoTaxonomyChange, type UndoneThemes } from './undo.ts'

export const handlers: Handlers<typeof taxonomy> = {
  async getTaxonomy({ db, org }) {
    const subthemes = Map.groupBy(await listTaxonomySubthemes(db, org), (row) => row.theme_id)
    const documented = (await listTaxonomyThemes(db, org)).map(
      ({ id, name, definition, belongs, does_not_belong, merged }) => ({
        id,
        name,
        definition,
        belongs,
        does_not_belong,
        merged,
        subthemes: (subthemes.get(id) ?? []).map(({ theme_id: _, ...subtheme }) => subtheme),
      }),
    )
    return { themes: documented }
  },

  planTaxonomy: async (ctx, { themes: wanted }) => showPlan(ctx, await planTaxonomyOf(ctx, wanted)),

  async applyTaxonomy(ctx, { themes: wanted, plan: seen }) {
    const { db, org } = ctx
    // No synthesis writes and no subthemes are corrected until this is done.
    await acquireLock(db, orgLock(org, 'theme-assignment'))
    const plan = await planTaxonomyOf(ctx, wanted)
    if (seen !== undefined && seen !== plan.id)
      throwApiError('INVALID_STATE', 'Themes or insights have changed since this plan was made; plan again.')
    const shown = await showPlan(ctx, plan)
    if (shown.changes.length === 0 && shown.moves.length === 0) return { ...shown, application_id: null }
    const before = await readSnapshot(ctx, await lockAffected(ctx, plan))
    await applyPlan(ctx, plan)
    const undo = await undoBetween(ctx, before)
    const application_id = newId()
    await insertApplication(db, org, {
      id: application_id,
      changes: shown.changes.length,
      moved: shown.moved_insight_count,
      undo,
      user: ctx.user,
    })
    return { ...shown, application_id }
  },

  listTaxonomyApplications: ({ db, org, cursors }, query) =>
    pageByKeys(
      cursors,
      query,
      (keys) => listApplications(db, org, query, keys),
      (row) => [row.id],
    ),

  async undoTaxonomy(ctx, { applicationId }) {
    const { db, org, user } = ctx
    const found = (await lockApplication(db, org, applicationId)) ?? notFound('application of a document of themes')
    if (found.undone_at !== null) throwApiError('INVALID_STATE', 'This was undone already.')
    const { restored, kept, keptThemes, ...groups } = await undoTaxonomyChange(ctx, found.undo)
    await emitRestored(ctx, groups)
    const row = await updateApplicationUndone(db, org, applicationId, user)
    return { ...row, restored_insight_count: restored, kept_insight_count: kept, kept_themes: [...keptThemes] }
  },
}

/** Each theme that people see again or under its old name. */
async function emitRestored(ctx: Ctx, { themes: restored }: Pick<UndoneThemes, 'themes'>) {
  for (const { id, merged_into_id } of restored)
    if (merged_into_id === null) {
      const theme = await themes.getTheme(ctx, { themeId: id })
      ctx.emit('theme.updated', { object: theme as unknown as Record<string, unknown> })
    }
}
