import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { FilterSelect } from '#web/ui/forms/filters.tsx'

/** Filters by segment; hidden when there are no segments. */
export function SegmentFilter() {
  const { data } = useApiQuery('listSegments', { limit: 100, sort: 'name' })
  if (!data || data.data.length === 0) return null
  return (
    <FilterSelect
      name="segment"
      label={t('Segment')}
      options={data.data.map((one) => ({ value: one.id, label: one.name }))}
    />
  )
}
