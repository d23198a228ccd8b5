import { useCall, useRoute } from '#web/api/hooks.ts'
import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'

export type Job = ItemOf<'listJobs'>
export const jobName = (type: string) => {
  const words = type.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
export const isOver = (status: Job['status']) => ['ready', 'failed', 'cancelled'].includes(status)
const tones = { queued: 'plain', running: 'accent', ready: 'good', failed: 'bad', cancelled: 'plain' } as const
export const JobStatus = ({ status }: { status: Job['status'] }) => (
  <Chip tone={tones[status]}>
    {
      { queued: t('Queued'), running: t('Running'), ready: t('Done'), failed: t('Failed'), cancelled: t('Cancelled') }[
        status
      ]
    }
  </Chip>
)

/** One job, wherever it is shown: what it does, how far it is, and a way to stop it. */
export function JobProgress({ id, every = 1500, onOver }: { id: string; every?: number; onOver?: (job: Job) => void }) {
  const { data: job } = useRoute('getJob', { jobId: id }, { refetchInterval: every })
  const cancel = useCall('cancelJob', { said: t('The job was cancelled') })
  if (!job) return <p className="text-xs text-faint">{t('Waiting for the job…')}</p>
  const over = isOver(job.status)
  if (over) onOver?.(job)
  const { done, total, percent } = job.progress
  return (
    <div className="grid gap-1.5">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{jobName(job.type)}</span>
        <JobStatus status={job.status} />
        {!over && (
          <Button size="sm" look="quiet" onClick={() => cancel.mutate({ jobId: id })}>
            {t('Cancel')}
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={jobName(job.type)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? (over ? 100 : 0)}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${job.status === 'ready' ? 100 : (percent ?? 8)}%` }}
        />
      </div>
      <p className="text-xs text-faint">
        {job.error_message ??
          [job.stage, total !== null ? `${numberOf(done)} / ${numberOf(total)}` : done > 0 ? numberOf(done) : null]
            .filter(Boolean)
            .join(' · ')}{' '}
        <TimeAgo at={job.created_at} />
      </p>
    </div>
  )
}
