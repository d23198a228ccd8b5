import { rawJson } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { themes } from '#contract/resources/themes.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField, notFound, requireExist } from '#domain/errors.ts'
import {
  lockInsightsOfThemes,
  insertLinksToTheme,
  moveLinks,
  deleteThemeLinks,
} from '#domain/findings/insights/links/queries.ts'
import { listInsights } from '#domain/findings/insights/queries-list.ts'
import { lockInsights } from '#domain/findings/insights/queries.ts'
import { followThemeName, moveAllSubthemes } from '#domain/findings/subthemes/queries-write.ts'
import { unmarkWritten } from '#domain/llm-tasks/queries-texts.ts'
import { nextColor } from '#engine/palette.ts'
import { pageIds } from '#store/document-page.ts'
import { endOfPeriod, instantOf } from '#store/page.ts'
import { newId } from '#store/ids.ts'
import { pipelined } from '#store/pipelined.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { listThemeActivity } from './queries-activity.ts'
import { themeDocuments } from './queries-list.ts'
import {
  listThemeColors,
  insertTheme,
  lockThemes,
  markMerged,
  isThemeNameTaken,
  listThemeTimeline,
  updateTheme,
} from './queries.ts'
import { readTheme, requireTheme, showTheme } from './present.ts'

const lockTheme = async ({ db, org }: Ctx, id: string) => requireTheme((await lockThemes(db, org, [id]))[0])

const duplicate = (name: string): never => throwApiError('DUPLICATE', `There is already a theme called “${name}”.`)

export const handlers: Handlers<Omit<typeof themes, 'backfillTheme'>> = {
  async listThemes(ctx, { include, ...query }) {
    const withActivity = async ({ items }: { items: string | null }) => {
      const activity = await listThemeActivity(ctx.db, ctx.org, pageIds(items, query.limit))
      return (id: string) => `,"activity":${JSON.stringify(activity.get(id))}`
    }
    const more = include?.includes('activity') ? withActivity : undefined
    return rawJson(await documentPage(ctx, themeDocuments, query, { more }))
  },

  getTheme: (ctx, { themeId }) => showTheme(ctx, themeId),

  async createTheme(ctx, input) {
    const { db, org } = ctx
    const id = newId()
    const color = input.color ?? nextColor(await listThemeColors(db, org))
    const created = await insertTheme(db, org, { ...input, id, color })
    return created ? showTheme(ctx, id) : duplicate(input.name)
  },

  async updateTheme(ctx, { themeId, archived, ...input }) {
    const before = await lockTheme(ctx, themeId)
    const isLive = archived === undefined ? before.archived_at === null : !archived
    const name = input.name ?? before.name
    if (isLive && (await isThemeNameTaken(ctx.db, ctx.org, name, themeId))) duplicate(name)
    const archivedAt = archived ? (before.archived_at ?? ctx.now) : null
    const pinned = Object.keys(input).length > 0 ? true : undefined
    // Naming or describing the catch-all theme makes it an ordinary one.
    const is_catch_all = name !== before.name || input.definition ? false : undefined
    const archived_at = archived === undefined ? undefined : archivedAt
    await pipelined(ctx.db, [
      updateTheme(ctx.db, ctx.org, themeId, { ...input, pinned, is_catch_all, archived_at }),
      name !== before.name && followThemeName(ctx.db, ctx.org, themeId, { before: before.name, name }),
    ])
    if (name !== before.name || input.notes !== undefined) await unmarkWritten(ctx.db, ctx.org, 'theme', themeId)
    return showTheme(ctx, themeId)
  },

  async archiveTheme(ctx, { themeId }) {
    const before = await lockTheme(ctx, themeId)
    if (before.archived_at === null) await updateTheme(ctx.db, ctx.org, themeId, { archived_at: ctx.now })
    return showTheme(ctx, themeId)
  },

  async mergeThemes(ctx, { themeId, source_theme_ids }) {
    const { db, org } = ctx
    if (source_theme_ids.includes(themeId))
      invalidField('body.source_theme_ids', 'a theme cannot be merged into itself')
    await lockInsightsOfThemes(db, org, source_theme_ids)
    const rows = await lockThemes(db, org, [themeId, ...source_theme_ids])
    requireTheme(rows.find((theme) => theme.id === themeId))
    const sources = rows.filter((theme) => theme.id !== themeId && theme.merged_into_id === null)
    requireExist(
      'body.source_theme_ids',
      'theme',
      source_theme_ids,
      sources.map((theme) => theme.id),
    )
    const moved_insight_count = await moveLinks(db, org, source_theme_ids, themeId)
    await moveAllSubthemes(db, org, source_theme_ids, themeId)
    await markMerged(db, org, source_theme_ids, themeId)
    return { ...(await showTheme(ctx, themeId)), moved_insight_count }
  },

  async listThemeInsights(ctx, { themeId, ...filters }) {
    await readTheme(ctx, themeId)
    return rawJson(await listInsights(ctx, { ...filters, theme_id: themeId }))
  },

  async linkThemeInsights(ctx, { themeId, insight_ids }) {
    const { db, org } = ctx
    await readTheme(ctx, themeId)
    const found = (await lockInsights(db, org, insight_ids)).filter((insight) => !insight.deleted)
    const theme = await lockTheme(ctx, themeId)
    if (theme.archived_at) throwApiError('INVALID_STATE', 'An archived theme takes no insights; restore it first.')
    requireExist(
      'body.insight_ids',
      'insight',
      insight_ids,
      found.map((insight) => insight.id),
    )
    const linked = await insertLinksToTheme(db, org, themeId, insight_ids)
    return { linked, already_linked: insight_ids.length - linked }
  },

  async unlinkThemeInsight(ctx, { themeId, insightId }) {
    await readTheme(ctx, themeId)
    const [insight] = await lockInsights(ctx.db, ctx.org, [insightId])
    await lockTheme(ctx, themeId)
    if (!insight || insight.deleted) notFound('insight')
    await deleteThemeLinks(ctx.db, ctx.org, themeId, [insightId])
    return { theme_id: themeId, insight_id: insightId, linked: false }
  },

  async getThemeTimeline(ctx, { themeId, granularity, from, to }) {
    await readTheme(ctx, themeId)
    const data = await listThemeTimeline(ctx.db, ctx.org, themeId, {
      granularity,
      from: from === undefined ? null : instantOf(from),
      to: to === undefined ? null : endOfPeriod(to),
    })
    return { theme_id: themeId, granularity, data }
  },
}
