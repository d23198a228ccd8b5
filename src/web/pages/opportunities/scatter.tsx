import { memo, type RefObject, useEffect, useMemo, useRef } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels } from '#web/labels.ts'
import { selectedChoice, useFilters } from '#web/routes/use-filters.ts'
import { PlotMenu } from '#web/ui/charts/plot-menu.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { CategoryLegend } from './category-mark.tsx'
import type { ScatterAxis } from './scatter-axes.tsx'
import { ScatterPlot } from './scatter-plot.tsx'

type Opportunity = ItemOf<'listOpportunities'>
type Props = { items: readonly Opportunity[]; hasMore: boolean; loadMore: () => void }

/** More dots are unreadable; the highest scores are kept. */
const maxDots = 300

const titleOf = (axis: ScatterAxis) =>
  axis === 'effort' ? t('Opportunities by impact and effort') : t('Opportunities by impact and evidence')

/** Impact against evidence, where the best candidates are at the upper right, or against effort, at the upper left. */
export const Scatter = memo(function Scatter({ items, hasMore, loadMore }: Props) {
  useEffect(() => {
    if (hasMore && items.length < maxDots) loadMore()
  }, [hasMore, items.length, loadMore])
  const [filters] = useFilters()
  const axis = selectedChoice<ScatterAxis>(['insights', 'effort'], filters.x)
  const shown = useMemo(() => {
    const known = axis === 'effort' ? items.filter(({ effort }) => effort !== null) : [...items]
    return known.sort((a, b) => b.impact_score - a.impact_score).slice(0, maxDots)
  }, [items, axis])
  const plot = useRef<HTMLDivElement>(null)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-6" data-scroll>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <AxisTabs axis={axis} />
        <CategoryLegend />
        <p className="flex-1 text-xs text-faint">
          {hasMore && t('The first {count}; filter to see others', { count: formatNumber(shown.length) })}
        </p>
        <ScatterMenu title={titleOf(axis)} plot={plot} items={shown} />
      </div>
      <div ref={plot}>
        {axis === 'effort' && shown.length === 0 ? (
          <p className="py-10 text-center text-sm text-faint">
            {t('No opportunity has an effort yet; open one and estimate it.')}
          </p>
        ) : (
          <ScatterPlot items={shown} axis={axis} title={titleOf(axis)} />
        )}
      </div>
      <TextTable items={shown} title={titleOf(axis)} />
    </div>
  )
})

type MenuProps = { title: string; plot: RefObject<HTMLDivElement | null>; items: readonly Opportunity[] }

const ScatterMenu = ({ title, plot, items }: MenuProps) => (
  <PlotMenu
    name="opportunities"
    title={title}
    plot={plot}
    rows={() =>
      items.map((one) => ({
        title: one.title,
        category: categoryLabels()[one.category]!,
        impact: one.impact_score,
        insights: one.insight_count,
        effort: one.effort,
      }))
    }
  />
)

function AxisTabs({ axis }: { axis: ScatterAxis }) {
  const [, setFilters] = useFilters()
  return (
    <Tabs<ScatterAxis>
      label={t('Compare impact with')}
      value={axis}
      onChange={(x) => setFilters({ x: x === 'insights' ? undefined : x })}
      tabs={[
        { key: 'insights', label: t('Evidence') },
        { key: 'effort', label: t('Effort') },
      ]}
    />
  )
}

const TextTable = ({ items, title }: { items: readonly Opportunity[]; title: string }) => (
  <div className="sr-only">
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th>{t('Opportunity')}</th>
          <th>{t('Category')}</th>
          <th>{t('Impact')}</th>
          <th>{t('Insights')}</th>
          <th>{t('Effort in weeks')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => (
          <tr key={one.id}>
            <td>{one.title}</td>
            <td>{categoryLabels()[one.category]}</td>
            <td>{formatNumber(one.impact_score, 1)}</td>
            <td>{formatNumber(one.insight_count)}</td>
            <td>{one.effort === null ? '–' : formatNumber(one.effort, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
