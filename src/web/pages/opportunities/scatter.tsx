import { memo, useEffect, useMemo, useRef } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { PlotMenu } from '#web/ui/charts/plot-menu.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { CategoryLegend } from './category-mark.tsx'
import { ScatterPlot } from './scatter-plot.tsx'

type Opportunity = ItemOf<'listOpportunities'>
type Props = { items: readonly Opportunity[]; hasMore: boolean; loadMore: () => void }

/** More dots are unreadable; the highest scores are kept. */
const maxDots = 300

/** Impact against evidence: the best candidates are at the upper right. */
export const Scatter = memo(function Scatter({ items, hasMore, loadMore }: Props) {
  useEffect(() => {
    if (hasMore && items.length < maxDots) loadMore()
  }, [hasMore, items.length, loadMore])
  const shown = useMemo(() => [...items].sort((a, b) => b.impact_score - a.impact_score).slice(0, maxDots), [items])
  const plot = useRef<HTMLDivElement>(null)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-6" data-scroll>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <CategoryLegend />
        <p className="flex-1 text-xs text-faint">
          {hasMore && t('The first {count}; filter to see others', { count: formatNumber(shown.length) })}
        </p>
        <PlotMenu
          name="opportunities"
          title={t('Opportunities by impact and evidence')}
          plot={plot}
          rows={() =>
            shown.map((one) => ({
              title: one.title,
              category: categoryLabels()[one.category]!,
              impact: one.impact_score,
              insights: one.insight_count,
            }))
          }
        />
      </div>
      <div ref={plot}>
        <ScatterPlot items={shown} />
      </div>
      <TextTable items={shown} />
    </div>
  )
})

const TextTable = ({ items }: { items: readonly Opportunity[] }) => (
  <div className="sr-only">
    <table>
      <caption>{t('Opportunities by impact and evidence')}</caption>
      <thead>
        <tr>
          <th>{t('Opportunity')}</th>
          <th>{t('Category')}</th>
          <th>{t('Impact')}</th>
          <th>{t('Insights')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.id}>
            <td>{one.title}</td>
            <td>{categoryLabels()[one.category]}</td>
            <td>{formatNumber(one.impact_score, 1)}</td>
            <td>{formatNumber(one.insight_count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
