import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { keyToLabel } from '#web/labels.ts'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { jobName } from './job-names.ts'

export type JobItem = ItemOf<'listJobs'>
export const isFinished = (status: JobItem['status']) => ['ready', 'failed', 'cancelled'].includes(status)
const tones = { queued: 'plain', running: 'accent', ready: 'good', failed: 'bad', cancelled: 'plain' } as const
const statusLabels = (): Record<JobItem['status'], string> => ({
  queued: t('Queued'),
  running: t('Running'),
  ready: t('Done'),
  failed: t('Failed'),
  cancelled: t('Canceled'),
})
export const JobStatusChip = ({ status }: { status: JobItem['status'] }) => (
  <Chip tone={tones[status]}>{statusLabels()[status]}</Chip>
)

type Props = { id: string; pollIntervalMs?: number; canCancel?: boolean; onFinished?: (job: JobItem) => void }

/** One job: what it does, how far it is, and a button to cancel it. */
export function JobProgress({ id, pollIntervalMs = 1500, canCancel = true, onFinished }: Props) {
  const { data: job } = useApiQuery('getJob', { jobId: id }, { refetchInterval: pollIntervalMs })
  const cancel = useApiMutation('cancelJob', { successMessage: t('Job canceled') })
  if (!job) return <p className="text-xs text-faint">{t('Waiting for the job…')}</p>
  const finished = isFinished(job.status)
  if (finished) onFinished?.(job)
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{jobName(job.type)}</span>
        <JobStatusChip status={job.status} />
        {!finished && canCancel && (
          <Button op="cancelJob" size="sm" variant="quiet" onClick={() => cancel.mutate({ jobId: id })}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <ProgressBar job={job} />
      <p className="text-xs text-faint">
        {job.error_message ??
          [finished || !job.stage ? '' : keyToLabel(job.stage), countLabel(job)].filter(Boolean).join(' · ')}{' '}
        <TimeAgo at={job.created_at} />
      </p>
    </div>
  )
}

function countLabel({ progress: { done, total } }: Pick<JobItem, 'progress'>): string | null {
  if (total !== null) return `${formatNumber(done)} / ${formatNumber(total)}`
  return done > 0 ? formatNumber(done) : null
}

function ProgressBar({ job: { type, status, progress } }: { job: Pick<JobItem, 'type' | 'status' | 'progress'> }) {
  return (
    <div
      role="progressbar"
      aria-label={jobName(type)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress.percent ?? (isFinished(status) ? 100 : 0)}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width]"
        style={{ width: `${status === 'ready' ? 100 : (progress.percent ?? 8)}%` }}
      />
    </div>
  )
}
