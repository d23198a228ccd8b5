import { UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { paths } from '#web/routes/paths.ts'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { CreateSegment } from './create-segment.tsx'
import { PeopleTabs } from './people-tabs.tsx'
import { segmentCard, segmentColumns, segmentKindLabels } from './segment-columns.tsx'

const filterNames = ['q', 'kind'] as const

export function SegmentsPage() {
  const [filters] = useFilters()
  const query = useMemo(
    () =>
      ({
        ...(filters.q && { q: filters.q }),
        ...(filters.kind && { kind: filters.kind }),
        ...(filters.sort && { sort: filters.sort }),
      }) as InputOf<'listSegments'>,
    [filters],
  )
  const rows = useListRows('listSegments', query, { to: paths.segment })
  return (
    <ListPage
      rows={rows}
      name="segments"
      title={t('Segments')}
      filterNames={filterNames}
      columns={segmentColumns}
      card={segmentCard}
      labels={{ filter: t('Filter segments'), create: t('New segment'), plural: t('segments') }}
      empty={{
        icon: <UsersRound />,
        title: t('No segments yet'),
        note: t('Group customers by rules or manually, and weight their feedback in the impact of opportunities.'),
      }}
      leading={<PeopleTabs tab="segments" />}
      filters={<FilterSelect name="kind" label={t('Type')} options={toOptions(segmentKindLabels())} />}
      toExportRow={({ rules, ...row }) => ({ ...row, rules: rules && JSON.stringify(rules) })}
      createOp="createSegment"
      createDialog={(close) => <CreateSegment onClose={close} />}
    />
  )
}
