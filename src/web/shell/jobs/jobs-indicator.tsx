import { LoaderCircle } from 'lucide-react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import { Popover } from '#web/ui/overlays/menu.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { JobProgress } from './job-progress.tsx'

const pollIntervalMs = 20_000
const progressIntervalMs = 2000

/** The running background jobs, on every page. */
export function JobsIndicator() {
  const { data } = useApiQuery(
    'listJobs',
    { status: ['queued', 'running'], limit: 20 },
    { refetchInterval: pollIntervalMs },
  )
  const running = data?.data ?? []
  if (running.length === 0) return null
  return (
    <Popover
      label={t('Running jobs')}
      align="end"
      width="w-80"
      trigger={
        <button
          type="button"
          className="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-xs text-soft hover:bg-hover"
        >
          <LoaderCircle className="size-3.5 animate-spin text-accent-text" />
          {t('{count, one {# job} other {# jobs}}', { count: running.length })}
        </button>
      }
    >
      <div className="grid gap-3 p-3">
        {running.slice(0, 6).map((job) => (
          <JobProgress key={job.id} id={job.id} pollIntervalMs={progressIntervalMs} />
        ))}
        <CardLink to={paths.jobs()}>{t('All jobs')}</CardLink>
      </div>
    </Popover>
  )
}
