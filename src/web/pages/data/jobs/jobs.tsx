import { ListChecks } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { DataTabs } from '#web/pages/data/data-page.tsx'
import { jobName } from '#web/shell/jobs/job-names.ts'
import { type JobItem, JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { ListPage } from '#web/shell/lists/list-page.tsx'
import { useListRows } from '#web/shell/lists/use-list-rows.ts'
import { useMembers } from '#web/shell/members.tsx'
import { DescriptionList } from '#web/ui/card.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { formatDateTime } from '#web/ui/time.tsx'
import { type UrlFilters, parseList, useFilters } from '#web/routes/use-filters.ts'
import { jobCard, jobColumns } from './job-columns.tsx'

const filterNames = ['status'] as const
const statusLabels = () => ({
  queued: t('Queued'),
  running: t('Running'),
  ready: t('Done'),
  failed: t('Failed'),
  cancelled: t('Canceled'),
})

const jobQuery = ({ status }: UrlFilters) => ({ ...(status && { status: parseList(status) }) }) as InputOf<'listJobs'>

export function JobsPage() {
  const [filters, setFilters] = useFilters()
  const query = useMemo(() => jobQuery(filters), [filters])
  const { nameOf } = useMembers()
  const onOpen = useCallback((job: { id: string }) => setFilters({ id: job.id }, { replace: true }), [setFilters])
  const rows = useListRows('listJobs', query, { onOpen, canCreate: false })
  return (
    <ListPage
      rows={rows}
      name="jobs"
      title={t('Data')}
      label={t('Jobs')}
      note={null}
      filterNames={filterNames}
      labels={{ plural: t('jobs') }}
      columns={() => jobColumns({ onOpen, memberName: nameOf })}
      card={jobCard}
      empty={{
        icon: <ListChecks />,
        title: t('No jobs yet'),
        note: t('Imports, analysis and research run in the background and appear here with their progress.'),
      }}
      leading={<DataTabs tab="jobs" hasFilters />}
      filters={<FilterSelect name="status" label={t('Status')} options={toOptions(statusLabels())} />}
    >
      {filters.id && <JobDialog id={filters.id} job={rows.items.find((job) => job.id === filters.id)} />}
    </ListPage>
  )
}

/** The job may not be among those loaded yet; its progress is shown in any case. */
function JobDialog({ id, job }: { id: string; job: JobItem | undefined }) {
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

const JobFacts = ({ job }: { job: JobItem }) => (
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
