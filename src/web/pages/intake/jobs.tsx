import { useCallback, useMemo } from 'react'
import { ListChecks } from 'lucide-react'
import type { In, ItemOf } from '#web/api/client.ts'
import { useList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { several, useFilters } from '#web/search.ts'
import { jobName, JobProgress, JobStatus } from '#web/shell/job-progress.tsx'
import { useMembers } from '#web/shell/people.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/card.tsx'
import { type Column, DataGrid } from '#web/ui/data-grid.tsx'
import { ClearFilters, cleared, FilterSelect } from '#web/ui/filters.tsx'
import { EmptyFiltered, EmptyFirst, ErrorState, Loading } from '#web/ui/states.tsx'
import { momentOf, numberOf, TimeAgo } from '#web/ui/time.tsx'
import { DataPage } from './data-page.tsx'

type Job = ItemOf<'listJobs'>
const took = ({ started_at, finished_at }: Job) =>
  started_at && finished_at ? `${numberOf((Date.parse(finished_at) - Date.parse(started_at)) / 1000, 1)} s` : ''

export function Jobs() {
  const [filters, setFilters] = useFilters()
  const query = useMemo(
    () => ({ ...(filters.status && { status: several(filters.status) }) }) as In<'listJobs'>,
    [filters],
  )
  const list = useList('listJobs', query)
  const { nameOf } = useMembers()
  const open = useCallback((job: { id: string }) => setFilters({ id: job.id }, { replace: true }), [setFilters])
  const { fetchNextPage } = list
  const more = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const columns: Column<Job>[] = [
    {
      key: 'type',
      head: t('Job'),
      width: 'minmax(200px,1fr)',
      cell: (job) => (
        <button type="button" className="font-medium hover:underline" onClick={() => open(job)}>
          {jobName(job.type)}
        </button>
      ),
    },
    { key: 'status', head: t('Status'), width: '110px', cell: (job) => <JobStatus status={job.status} /> },
    {
      key: 'progress',
      head: t('Progress'),
      width: '120px',
      cell: (job) => (
        <span className="text-xs text-soft tabular-nums">
          {job.progress.total === null
            ? (job.stage ?? '')
            : `${numberOf(job.progress.done)} / ${numberOf(job.progress.total)}`}
        </span>
      ),
    },
    {
      key: 'who',
      head: t('Who'),
      width: '140px',
      cell: (job) => <span className="text-xs text-soft">{nameOf(job.created_by) ?? t('Earshot')}</span>,
    },
    {
      key: 'took',
      head: t('Took'),
      width: '80px',
      end: true,
      cell: (job) => <span className="text-xs text-faint">{took(job)}</span>,
    },
    {
      key: 'created',
      head: t('Started'),
      width: '100px',
      end: true,
      cell: (job) => <TimeAgo at={job.created_at} className="text-xs text-faint" />,
    },
  ]
  const card = (job: Job) => (
    <>
      <p className="text-sm font-medium">{jobName(job.type)}</p>
      <p className="mt-1 flex gap-3">
        <JobStatus status={job.status} />
        <TimeAgo at={job.created_at} className="text-xs text-faint" />
      </p>
    </>
  )
  const chosen = list.items.find((job) => job.id === filters.id)
  return (
    <DataPage
      tab="jobs"
      toolbar={
        <>
          <FilterSelect
            name="status"
            label={t('Status')}
            options={[
              ['queued', t('Queued')],
              ['running', t('Running')],
              ['ready', t('Done')],
              ['failed', t('Failed')],
              ['cancelled', t('Cancelled')],
            ].map(([value, label]) => ({ value: value!, label: label! }))}
          />
          <ClearFilters names={['status']} />
        </>
      }
    >
      {list.error ? (
        <ErrorState error={list.error} retry={list.refetch} />
      ) : list.isPending ? (
        <Loading />
      ) : list.items.length === 0 ? (
        filters.status ? (
          <EmptyFiltered what={t('jobs')} onClear={() => setFilters(cleared(['status']))} />
        ) : (
          <EmptyFirst
            icon={<ListChecks />}
            title={t('No jobs yet')}
            note={t('Imports, analysis and research run in the background and appear here with their progress.')}
          />
        )
      ) : (
        <DataGrid
          label={t('Jobs')}
          items={list.items}
          columns={columns}
          card={card}
          onOpen={open}
          hasMore={list.hasNextPage}
          loadMore={more}
        />
      )}
      {filters.id && (
        <Dialog
          open
          onClose={() => setFilters({ id: undefined }, { replace: true })}
          title={chosen ? jobName(chosen.type) : t('Job')}
        >
          <div className="grid gap-4">
            <JobProgress id={filters.id} />
            {chosen && (
              <Facts
                rows={[
                  [
                    t('Identifier'),
                    <code key="i" className="font-mono text-xs">
                      {chosen.id}
                    </code>,
                  ],
                  [t('Attempts'), chosen.attempts],
                  [t('Created'), momentOf(chosen.created_at)],
                  chosen.finished_at && [t('Finished'), momentOf(chosen.finished_at)],
                  chosen.error_code && [t('Error'), `${chosen.error_code}: ${chosen.error_message ?? ''}`],
                ]}
              />
            )}
          </div>
        </Dialog>
      )}
    </DataPage>
  )
}
