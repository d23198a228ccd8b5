import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { formatNumber } from '#web/ui/time.tsx'

/** Filters by source; offers the sources that there is feedback from. */
export function SourceFilter() {
  const { data } = useApiQuery('listFeedbackSources')
  if (!data || data.data.length === 0) return null
  return (
    <FilterSelect
      name="source"
      label={t('Source')}
      options={data.data.map(({ source, count }) => ({
        value: source,
        label: `${sourceLabel(source)} (${formatNumber(count)})`,
      }))}
    />
  )
}
