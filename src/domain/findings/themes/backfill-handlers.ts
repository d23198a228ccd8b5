import type { Handlers } from '#domain/operation-handlers.ts'
import type { themes } from '#contract/resources/themes.ts'
import { throwApiError, throwMerged, notFound } from '#domain/errors.ts'
import { findTheme } from './queries.ts'

export const handlers: Handlers<Pick<typeof themes, 'backfillTheme'>> = {
  async backfillTheme({ db, org, jobs }, { themeId }) {
    const theme = (await findTheme(db, org, themeId)) ?? notFound('theme')
    if (theme.merged_into_id) throwMerged('theme', theme.merged_into_id)
    if (theme.archived_at) throwApiError('INVALID_STATE', 'An archived theme takes no insights; restore it first.')
    if (!theme.definition) throwApiError('INVALID_STATE', 'This theme has no definition to go by; write one first.')
    return {
      job_id: await jobs.enqueue('theme_backfill', { theme_id: themeId }, { resource: { type: 'theme', id: themeId } }),
      status: 'queued',
    }
  },
}
