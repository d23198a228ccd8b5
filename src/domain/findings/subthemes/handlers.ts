import { rawJson } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { subthemes } from '#contract/resources/subthemes.ts'
import { invalidField } from '#domain/errors.ts'
import { inSubtheme, listInsights } from '#domain/findings/insights/queries-list.ts'
import { getSubtheme, showSubtheme } from './present.ts'
import { areSegmentsEnabled, listSubthemes } from './queries.ts'

export const handlers: Handlers<typeof subthemes> = {
  async listSubthemes({ db, org }, query) {
    if (query.segment_id && !(await areSegmentsEnabled(db, org)))
      invalidField('query.segment_id', 'segments are switched off for this organization')
    const { rows, total } = await listSubthemes(db, org, query)
    const { offset, limit } = query
    return { data: rows, pagination: { total, has_more: offset + rows.length < total, offset, limit } }
  },

  getSubtheme: (ctx, { subthemeId }) => showSubtheme(ctx, subthemeId),

  async listSubthemeInsights(ctx, { subthemeId, subtheme_id: also, ...filters }) {
    await getSubtheme(ctx, subthemeId)
    const condition = also === undefined ? undefined : inSubtheme(ctx.org, also)
    return rawJson(await listInsights(ctx, { ...filters, subtheme_id: subthemeId }, { condition }))
  },
}
