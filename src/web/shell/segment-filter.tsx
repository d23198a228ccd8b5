import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { FilterSelect } from '#web/ui/filters.tsx'

/** Only what one group of customers says; where there are no segments there is nothing to choose. */
export function SegmentFilter() {
  const { data } = useRoute('listSegments', { limit: 100, sort: 'name' })
  if (!data || data.data.length === 0) return null
  return (
    <FilterSelect
      name="segment"
      label={t('Segment')}
      options={data.data.map((one) => ({ value: one.id, label: one.name }))}
    />
  )
}
