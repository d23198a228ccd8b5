import { forEachItem, type Outcome, showBatchError } from '#web/api/batches.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { toastUndo } from '#web/toasts.ts'
import type { Lookalike, Place } from './offer.ts'

/** Moves insights to a theme or subtheme, out of the themes that the analysis chose, with one undo. */
export async function acceptLookalikes(place: Place, insights: readonly Lookalike[]): Promise<void> {
  const { theme, subtheme } = place
  const outcome = await forEachItem(insights, async ({ id }) => {
    await call('replaceInsightThemes', { insightId: id, theme_ids: [theme.id] })
    if (subtheme) await call('linkSubthemeInsights', { subthemeId: subtheme.id, insight_ids: [id] })
  })
  finish(outcome, insights.length)
  const { done } = outcome
  if (done.length > 0)
    toastUndo(
      t('{count, one {# insight} other {# insights}} added to {name}', {
        count: done.length,
        name: (subtheme ?? theme).name,
      }),
      () => void takeBack(place, done),
    )
}

async function takeBack({ subtheme }: Place, insights: readonly Lookalike[]) {
  const outcome = await forEachItem(insights, async ({ id, themes }) => {
    if (subtheme) await call('unlinkSubthemeInsight', { subthemeId: subtheme.id, insightId: id })
    if (themes.length === 0) await call('resetInsightThemes', { insightId: id })
    else await call('replaceInsightThemes', { insightId: id, theme_ids: themes.map((one) => one.id) })
  })
  finish(outcome, insights.length)
}

function finish(outcome: Outcome<Lookalike>, total: number) {
  showBatchError(outcome, total)
  invalidateAll()
}
