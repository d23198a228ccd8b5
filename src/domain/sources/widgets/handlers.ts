import type { Handlers } from '#domain/operation-handlers.ts'
import type { widgets } from '#contract/resources/widgets.ts'
import type { Settings } from '#domain/context.ts'
import { notFound, throwApiError } from '#domain/errors.ts'
import { pageById } from '#store/page.ts'
import {
  countActiveWidgets,
  findWidget,
  insertWidget,
  listWidgets,
  revokeWidget,
  updateWidget,
  type WidgetRow,
} from './queries.ts'

const maxWidgets = 50

const toWidget = (widget: WidgetRow, { publicUrl }: Settings) => ({
  ...widget,
  snippet: `<script src="${publicUrl}/widget.js" data-key="${widget.key}" defer></script>`,
})

export const handlers: Handlers<typeof widgets> = {
  async listFeedbackWidgets({ db, org, cursors, settings }, query) {
    const { data, pagination } = await pageById(cursors, query, (after) =>
      listWidgets(db, org, { limit: query.limit, after }),
    )
    return { data: data.map((widget) => toWidget(widget, settings)), pagination }
  },

  async createFeedbackWidget({ db, org, settings }, input) {
    if ((await countActiveWidgets(db, org)) >= maxWidgets)
      throwApiError('INVALID_STATE', `There are already ${maxWidgets} feedback widgets; revoke one first.`)
    return toWidget(await insertWidget(db, org, settings.keyPrefix, input), settings)
  },

  async updateFeedbackWidget({ db, org, settings }, { widgetId, ...change }) {
    const updated = await updateWidget(db, org, widgetId, change)
    if (updated) return toWidget(updated, settings)
    return (await findWidget(db, org, widgetId))
      ? throwApiError('INVALID_STATE', 'This feedback widget is revoked.')
      : notFound('feedback widget')
  },

  async revokeFeedbackWidget({ db, org, settings }, { widgetId }) {
    return toWidget((await revokeWidget(db, org, widgetId)) ?? notFound('feedback widget'), settings)
  },
}
