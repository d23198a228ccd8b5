import { ListChecks } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Input } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { jobName } from '#web/shell/jobs/job-names.ts'
import { JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { useMembers } from '#web/shell/members.tsx'
import { DescriptionList } from '#web/ui/card.tsx'
import { DataGrid } from '#web/ui/lists/data-grid.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { clearedFilters, ClearFilters, FilterSelect } from '#web/ui/forms/filters.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { EmptyState, NoResults } from '#web/ui/states.tsx'
import { formatDateTime } from '#web/ui/time.tsx'
import { parseList, useFilters } from '#web/use-filters.ts'
import { DataPage } from '#web/pages/data/data-page.tsx'
import { type Job, jobCard, jobColumns } from './job-columns.tsx'

const filterNames = ['status']
const statusLabels = () => ({
  queued: t('Queued'),
  running: t('Running'),
  ready: t('Done'),
  failed: t('Failed'),
  cancelled: t('Canceled'),
})

export function Jobs() {
  const [filters, setFilters] = useFilters()
  const query = useMemo(
    () => ({ ...(filters.status && { status: parseList(filters.status) }) }) as Input<'listJobs'>,
    [filters],
  )
  const list = useApiList('listJobs', query)
  const { nameOf } = useMembers()
  const open = useCallback((job: { id: string }) => setFilters({ id: job.id }, { replace: true }), [setFilters])
  const { fetchNextPage } = list
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  return (
    <DataPage
      tab="jobs"
      toolbar={
        <>
          <FilterSelect name="status" label={t('Status')} options={toOptions(statusLabels())} />
          <ClearFilters names={filterNames} />
        </>
      }
    >
      <ListState list={list} empty={<NoJobs />}>
        <DataGrid
          name="jobs"
          label={t('Jobs')}
          items={list.items}
          columns={jobColumns({ onOpen: open, memberName: nameOf })}
          card={jobCard}
          onOpen={open}
          hasMore={list.hasNextPage}
          loadMore={loadMore}
        />
      </ListState>
      {filters.id && <JobDialog id={filters.id} job={list.items.find((job) => job.id === filters.id)} />}
    </DataPage>
  )
}

function NoJobs() {
  const [filters, setFilters] = useFilters()
  if (filters.status) return <NoResults what={t('jobs')} onClear={() => setFilters(clearedFilters(filterNames))} />
  return (
    <EmptyState
      icon={<ListChecks />}
      title={t('No jobs yet')}
      note={t('Imports, analysis and research run in the background and appear here with their progress.')}
    />
  )
}

/** The job may not be among those loaded yet; its progress is shown in any case. */
function JobDialog({ id, job }: { id: string; job: Job | undefined }) {
  const [, setFilters] = useFilters()
  return (
    <Dialog
      open
      onClose={() => setFilters({ id: undefined }, { replace: true })}
      title={job ? jobName(job.type) : t('Job')}
    >
      <div className="grid gap-4">
        <JobProgress id={id} />
        {job && <JobFacts job={job} />}
      </div>
    </Dialog>
  )
}

const JobFacts = ({ job }: { job: Job }) => (
  <DescriptionList
    rows={[
      [
        t('Identifier'),
        <code key="i" className="font-mono text-xs">
          {job.id}
        </code>,
      ],
      [t('Attempts'), job.attempts],
      [t('Created'), formatDateTime(job.created_at)],
      job.finished_at && [t('Finished'), formatDateTime(job.finished_at)],
      job.error_code && [t('Error'), `${job.error_code}: ${job.error_message ?? ''}`],
    ]}
  />
)
