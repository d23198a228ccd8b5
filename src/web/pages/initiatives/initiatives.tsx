import { Columns3, List, Rocket } from 'lucide-react'
import { useMemo } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { initiativeStatusLabels, toOptions } from '#web/labels.ts'
import { Board } from '#web/pages/board.tsx'
import { paths } from '#web/routes/paths.ts'
import { FieldFilters } from '#web/shell/custom-fields/field-filters.tsx'
import { fieldQuery } from '#web/shell/custom-fields/field-query.ts'
import { useFieldColumns } from '#web/shell/custom-fields/use-field-columns.tsx'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useRowActions } from '#web/shell/lists/row-actions.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { ViewTabs } from '#web/shell/lists/view-tabs.tsx'
import { SegmentFilter } from '#web/shell/segment-filter.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { type UrlFilters, statusOrUnarchived, useFilters } from '#web/routes/use-filters.ts'
import { CreateInitiative } from './create-initiative.tsx'
import {
  evidenceCount,
  initiativeCard,
  initiativeColumns,
  type InitiativeItem,
  ProjectProgress,
  initiativeExportRow,
} from './initiative-columns.tsx'
import { type InitiativePlanStatus, useMoveInitiative } from './initiative-status.tsx'

const filterNames = ['q', 'status', 'segment', 'fields'] as const

const initiativeQuery = (filters: UrlFilters) =>
  ({
    ...(filters.q && { q: filters.q }),
    ...(filters.segment && { segment_id: filters.segment }),
    ...statusOrUnarchived(filters),
    ...fieldQuery(filters),
  }) as InputOf<'listInitiativePlans'>

function useInitiativeRows({ view }: UrlFilters, query: InputOf<'listInitiativePlans'>) {
  const move = useMoveInitiative()
  const update = useApiMutation('updateInitiative')
  const actions = useRowActions<InitiativeItem>({
    op: 'updateInitiative',
    statuses: initiativeStatusLabels(),
    onStatus: (initiative, status) => move(initiative, status as InitiativePlanStatus),
    onOwner: (initiative, owner_id) => update.mutate({ initiativeId: initiative.id, owner_id }),
  })
  return useListRows('listInitiativePlans', query, { to: paths.initiative, loadsAll: view === 'board', actions })
}

export function InitiativesPage() {
  const [filters] = useFilters()
  const query = useMemo(() => initiativeQuery(filters), [filters])
  const rows = useInitiativeRows(filters, query)
  const columns = useFieldColumns('initiative', initiativeColumns)
  return (
    <ListPage
      rows={rows}
      name="initiatives"
      title={t('Initiatives')}
      filterNames={filterNames}
      labels={{ filter: t('Filter initiatives'), create: t('New initiative'), plural: t('initiatives') }}
      columns={columns}
      card={initiativeCard}
      empty={{
        icon: <Rocket />,
        title: t('No initiatives yet'),
        note: t('Initiatives group projects that work toward the same goal.'),
      }}
      filters={<InitiativeFilters />}
      toExportRow={initiativeExportRow}
      view={(grid) => (filters.view === 'board' ? <InitiativeBoard items={rows.items} /> : grid)}
      createOp="buildInitiatives.create"
      createDialog={(close) => <CreateInitiative onClose={close} />}
    />
  )
}

const InitiativeFilters = () => (
  <>
    <FilterSelect name="status" label={t('Status')} options={toOptions(initiativeStatusLabels())} />
    <ViewTabs views={{ list: { label: t('List'), icon: List }, board: { label: t('Board'), icon: Columns3 } }} />
    <SegmentFilter />
    <FieldFilters type="initiative" />
  </>
)

function InitiativeBoard({ items }: { items: readonly InitiativeItem[] }) {
  const move = useMoveInitiative()
  return (
    <Board
      op="buildInitiatives.update_status"
      items={items}
      statuses={initiativeStatusLabels()}
      to={paths.initiative}
      onMove={(initiative, status) => move(initiative, status as InitiativePlanStatus)}
      render={(initiative) => (
        <>
          <p className="mt-1 line-clamp-2 text-xs text-soft">{initiative.goal}</p>
          <div className="mt-2 flex items-center gap-3 text-xs text-faint">
            <span className="flex-1">{evidenceCount(initiative)}</span>
            <ProjectProgress initiative={initiative} />
          </div>
        </>
      )}
    />
  )
}
