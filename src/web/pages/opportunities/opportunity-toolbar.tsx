import { ChartScatter, List } from 'lucide-react'
import { ImpactHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, toOptions } from '#web/labels.ts'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { ClearFilters, FilterSearch, FilterSelect } from '#web/ui/forms/filters.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useFilters } from '#web/use-filters.ts'
import { originLabels } from './opportunity-columns.tsx'

export const filterNames = ['q', 'category', 'status', 'origin', 'trend', 'segment']

/** Categories that an opportunity can have. */
export const opportunityCategoryLabels = () => {
  const { DELIGHTS: _, GENERAL_FEEDBACK: __, ...rest } = categoryLabels()
  return rest
}

const trendOptions = () => [
  { value: 'rising', label: t('Rising') },
  { value: 'falling', label: t('Falling') },
  { value: 'flat', label: t('Steady') },
]
const sortOptions = () => [
  { value: 'rank', label: t('Sort: rank in category') },
  { value: '-insight_count', label: t('Sort: evidence') },
  { value: '-created_at', label: t('Sort: newest') },
]

export function OpportunityToolbar() {
  const [filters, setFilters] = useFilters()
  const isScatter = filters.view === 'scatter'
  return (
    <>
      <Tabs
        label={t('View')}
        value={isScatter ? 'scatter' : 'list'}
        onChange={(view) => setFilters({ view: view === 'list' ? undefined : view })}
        tabs={[
          { key: 'list', label: t('List'), icon: <List className="size-3.5" /> },
          { key: 'scatter', label: t('Chart'), icon: <ChartScatter className="size-3.5" /> },
        ]}
      />
      <FilterSearch label={t('Filter opportunities')} />
      <FilterSelect name="category" label={t('Category')} options={toOptions(opportunityCategoryLabels())} />
      <FilterSelect name="trend" label={t('Trend')} options={trendOptions()} />
      <FilterSelect name="origin" label={t('Origin')} options={toOptions(originLabels())} />
      <FilterSelect name="status" label={t('Active')} options={[{ value: 'archived', label: t('Archived') }]} />
      {!isScatter && <FilterSelect name="sort" label={t('Sort: impact')} options={sortOptions()} />}
      <SegmentFilter />
      <ImpactHelp />
      <ClearFilters names={filterNames} />
    </>
  )
}
