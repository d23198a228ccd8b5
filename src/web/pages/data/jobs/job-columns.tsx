import { t } from '#web/i18n/t.ts'
import { keyToLabel } from '#web/labels.ts'
import { jobName } from '#web/shell/jobs/job-names.ts'
import { isFinished, type JobItem, JobStatusChip } from '#web/shell/jobs/job-progress.tsx'
import type { GridColumn } from '#web/ui/lists/data-grid-header.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { textColumn, timeColumn } from '#web/ui/lists/columns.tsx'

const durationOf = ({ started_at, finished_at }: JobItem) =>
  started_at && finished_at ? `${formatNumber((Date.parse(finished_at) - Date.parse(started_at)) / 1000, 1)} s` : ''

function progressOf({ progress: { done, total }, stage, status }: JobItem): string {
  if (total !== null) return `${formatNumber(done)} / ${formatNumber(total)}`
  return stage === null || isFinished(status) ? '' : keyToLabel(stage)
}

const NameCell = ({ job, onOpen }: { job: JobItem; onOpen: (job: JobItem) => void }) => (
  <button type="button" className="font-medium hover:underline" onClick={() => onOpen(job)}>
    {jobName(job.type)}
  </button>
)

type Options = { onOpen: (job: JobItem) => void; memberName: (userId: string | null) => string | undefined }

export const jobColumns = ({ onOpen, memberName }: Options): GridColumn<JobItem>[] => [
  { key: 'type', header: t('Job'), width: 'minmax(200px,1fr)', cell: (job) => <NameCell job={job} onOpen={onOpen} /> },
  { key: 'status', header: t('Status'), width: '110px', cell: (job) => <JobStatusChip status={job.status} /> },
  {
    key: 'progress',
    header: t('Progress'),
    width: '120px',
    cell: (job) => <span className="text-xs text-soft tabular-nums">{progressOf(job)}</span>,
  },
  textColumn('who', t('Started by'), '140px', (job) => memberName(job.created_by) ?? t('Earshot')),
  {
    key: 'took',
    header: t('Duration'),
    width: '80px',
    alignEnd: true,
    cell: (job) => <span className="text-xs text-faint">{durationOf(job)}</span>,
  },
  timeColumn('created', t('Started'), '100px', (job) => job.created_at),
]

/** The row on narrow screens. */
export const jobCard = (job: JobItem) => (
  <>
    <p className="text-sm font-medium">{jobName(job.type)}</p>
    <p className="mt-1 flex gap-3">
      <JobStatusChip status={job.status} />
      <TimeAgo at={job.created_at} className="text-xs text-faint" />
    </p>
  </>
)
