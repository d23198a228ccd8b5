import { call, type OutputOf } from '#web/api/client.ts'
import { externalValue } from '#web/external-value.ts'
import { t } from '#web/i18n/t.ts'
import { lastingToast } from '#web/toasts.ts'

/* After insights were put somewhere: a line that offers the others that look the same. */

type Named = { id: string; name: string }
/** Where they were put: the theme, or the subtheme if there is one. */
export type Place = { theme: Named; subtheme?: Named }
export type Lookalike = OutputOf<'listThemeLookalikes'>['data'][number]
export type LookalikesToReview = { place: Place; insights: readonly Lookalike[] }

/** What is being reviewed in the dialog. */
export const review = externalValue<LookalikesToReview | undefined>(undefined)

/** As many as one request compares. */
const maxExamples = 20
let dismissOffer = () => {}

const find = ({ theme, subtheme }: Place, to: string[]) =>
  subtheme
    ? call('listSubthemeLookalikes', { subthemeId: subtheme.id, to })
    : call('listThemeLookalikes', { themeId: theme.id, to })

/** Says nothing when there are none or when they cannot be found: it was not asked for. */
export async function offerLookalikes(place: Place, moved: readonly string[]): Promise<void> {
  if (moved.length === 0) return
  const found = await find(place, moved.slice(0, maxExamples)).catch(() => undefined)
  dismissOffer()
  if (!found || found.data.length === 0) return
  const insights = found.data
  dismissOffer = lastingToast({
    title: t('{count, one {# more looks the same} other {# more look the same}}', { count: insights.length }),
    action: { label: t('Review'), run: () => review.set({ place, insights }) },
  })
}
