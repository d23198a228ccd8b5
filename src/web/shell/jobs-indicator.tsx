import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Popover } from '#web/ui/menu.tsx'
import { JobProgress } from './job-progress.tsx'

const calmMs = 20_000
const busyMs = 2000

/** Work in the background, wherever one is. */
export function JobsIndicator() {
  const { data } = useRoute('listJobs', { status: ['queued', 'running'], limit: 20 }, { refetchInterval: calmMs })
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
          <JobProgress key={job.id} id={job.id} every={busyMs} />
        ))}
        <Link to={paths.jobs} className="text-xs font-medium text-accent-text hover:underline">
          {t('All jobs')}
        </Link>
      </div>
    </Popover>
  )
}
