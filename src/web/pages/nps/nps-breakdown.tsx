import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Card } from '#web/ui/card.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { segmentQuery } from './nps-period.ts'

const groupOptions = () => toOptions({ theme: t('Theme'), source: t('Source'), plan: t('Plan'), country: t('Country') })
const maxGroups = 8

export function NpsBreakdown({ from }: { from: string }) {
  const [filters] = useFilters()
  const by = (filters.by ?? 'segment') as 'segment'
  const { data } = useApiQuery('getNpsBreakdown', { from, by, ...segmentQuery(filters) }, { keepPrevious: true })
  return (
    <Card title={t('By group')} actions={<FilterSelect name="by" label={t('Segment')} options={groupOptions()} />}>
      {data?.data.length === 0 && <p className="text-sm text-faint">{t('No groups to compare.')}</p>}
      <table className="w-full text-sm">
        <tbody>
          {data?.data.slice(0, maxGroups).map((group) => (
            <tr key={group.key} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1.5 text-start font-normal">
                {group.name}
              </th>
              <td className="text-end font-medium tabular-nums">{group.score ?? '–'}</td>
              <td className="w-24 text-end text-xs text-faint tabular-nums">n = {formatNumber(group.responses)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
