import { ChartGantt, Columns3, List } from 'lucide-react'
import { fetchAll, type Input } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { projectStatusLabels, toOptions } from '#web/labels.ts'
import { SaveView } from '#web/shell/save-view.tsx'
import { ExportMenu } from '#web/ui/lists/export-menu.tsx'
import { ClearFilters, FilterSearch, FilterSelect } from '#web/ui/forms/filters.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type Filters, useFilters } from '#web/use-filters.ts'
import { toExportRow } from './project-columns.tsx'

export const filterNames = ['q', 'status', 'provider', 'initiative']
const views = ['list', 'board', 'timeline'] as const

export const viewOf = ({ view }: Filters) => views.find((one) => one === view) ?? 'list'

const trackerOptions = [
  { value: 'linear', label: 'Linear' },
  { value: 'jira', label: 'Jira' },
]

export function ProjectToolbar({ query }: { query: Input<'listProjectPlans'> }) {
  const [filters, setFilters] = useFilters()
  return (
    <>
      <FilterSearch label={t('Filter projects')} />
      <FilterSelect name="status" label={t('Status')} options={toOptions(projectStatusLabels())} />
      <FilterSelect name="provider" label={t('Tracker')} options={trackerOptions} />
      <Tabs
        label={t('View')}
        value={viewOf(filters)}
        onChange={(view) => setFilters({ view: view === 'list' ? undefined : view })}
        tabs={[
          { key: 'list', label: t('List'), icon: <List className="size-3.5" /> },
          { key: 'board', label: t('Board'), icon: <Columns3 className="size-3.5" /> },
          { key: 'timeline', label: t('Timeline'), icon: <ChartGantt className="size-3.5" /> },
        ]}
      />
      <ClearFilters names={filterNames} />
      <span className="ms-auto flex gap-1.5">
        <SaveView />
        <ExportMenu name="projects" load={async () => (await fetchAll('listProjectPlans', query)).map(toExportRow)} />
      </span>
    </>
  )
}
