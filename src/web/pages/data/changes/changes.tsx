import { GitPullRequest } from 'lucide-react'
import type { InputOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { DataPage } from '#web/pages/data/data-page.tsx'
import { clearedFilters, FilterSelect } from '#web/ui/forms/filters.tsx'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { useFilters } from '#web/routes/use-filters.ts'
import { ChangeSetCard, statusLabels } from './change-set-card.tsx'

/** Changes that were proposed by people, programs and assistants; each has to be accepted. */
export function ChangesPage() {
  const [filters] = useFilters()
  const query = (filters.status ? { status: filters.status } : {}) as InputOf<'listChangeSets'>
  const list = useApiList('listChangeSets', query, { limit: 20 })
  return (
    <DataPage
      tab="changes"
      toolbar={<FilterSelect name="status" label={t('Status')} options={toOptions(statusLabels())} />}
    >
      <div className="min-h-0 flex-1 overflow-y-auto" data-scroll>
        <div className="mx-auto grid max-w-4xl gap-4 px-4 py-5 md:px-6">
          <ListState list={list} empty={<NoChanges />}>
            {list.items.map((one) => (
              <ChangeSetCard key={one.id} changeSet={one} />
            ))}
            <ShowMore list={list} />
          </ListState>
        </div>
      </div>
    </DataPage>
  )
}

function NoChanges() {
  const [filters, setFilters] = useFilters()
  if (filters.status)
    return <NoResults what={t('proposed changes')} onClear={() => setFilters(clearedFilters(['status']))} />
  return (
    <EmptyState
      icon={<GitPullRequest />}
      title={t('No proposed changes')}
      note={t('Assistants and programs can propose several changes together. They appear here to be accepted.')}
    />
  )
}
