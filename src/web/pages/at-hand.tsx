import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Out } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { jobName, JobStatus } from '#web/shell/job-progress.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { dayOf, TimeAgo } from '#web/ui/time.tsx'
import { sourceName } from '#web/words.ts'

type Data = Out<'getDashboard'>
const onward = 'text-xs font-medium text-accent-text hover:underline'

/** The newest that nobody has dealt with; each opens in the inbox. */
export function InboxPreview({ rows }: { rows: Data['inbox_latest'] }) {
  return (
    <Card
      title={t('Waiting in the inbox')}
      flush
      className="md:col-span-2"
      actions={
        rows.length > 0 && (
          <Link to={paths.inbox} className={onward}>
            {t('Open inbox')}
          </Link>
        )
      }
    >
      {rows.length === 0 && (
        <p className="px-4 pb-4 text-sm text-faint">{t('Nothing waits: everything was dealt with.')}</p>
      )}
      <ul className="pb-2">
        {rows.map((one) => (
          <li key={one.feedback_id}>
            <Link
              to={listAt(paths.inbox, { id: one.feedback_id })}
              className="flex items-center gap-3 px-4 py-1.5 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate text-sm">
                <span className="font-medium">{one.contact_name ?? sourceName(one.source)}</span>{' '}
                <span className="text-soft">{one.text}</span>
              </span>
              <span className="hidden sm:inline-flex">
                <Chip>{sourceName(one.source)}</Chip>
              </span>
              <TimeAgo at={one.occurred_at} className="w-16 shrink-0 text-end text-xs text-faint tabular-nums" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** What changed among competitors, when something did. */
export function LatestCheckin({ run }: { run: NonNullable<Data['latest_checkin']> }) {
  const news = [
    run.added_insight_count > 0 &&
      t('{count, one {# new insight} other {# new insights}}', { count: run.added_insight_count }),
    run.added_themes.length > 0 && t('new: {names}', { names: run.added_themes.join(', ') }),
    run.removed_themes.length > 0 && t('gone: {names}', { names: run.removed_themes.join(', ') }),
  ]
  return (
    <Card
      title={t('Competitors')}
      note={t('Check-in of {day}', { day: dayOf(run.completed_at) })}
      flush
      actions={
        <Link to={listAt(paths.competitors, { tab: 'checkins' })} className={onward}>
          {t('See all')}
        </Link>
      }
    >
      <ul className="pb-2">
        {run.moves.map(({ name, before, after }) => (
          <li key={name} className="flex items-center gap-2.5 px-4 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <Places by={before - after} />
          </li>
        ))}
      </ul>
      {news.some(Boolean) && <p className="px-4 pb-3 text-xs text-faint">{news.filter(Boolean).join(' · ')}</p>}
    </Card>
  )
}

/** Nearer the top is up. */
const Places = ({ by }: { by: number }) =>
  by === 0 ? null : (
    <span className={by > 0 ? 'text-xs text-pos-text tabular-nums' : 'text-xs text-neg-text tabular-nums'}>
      {by > 0 ? '▲ +' : '▼ −'}
      {Math.abs(by)} {t('places')}
    </span>
  )

export function RunningJobs({ jobs }: { jobs: Data['running_jobs'] }): ReactNode {
  if (jobs.length === 0) return null
  return (
    <Card
      title={t('Running jobs')}
      flush
      actions={
        <Link to={paths.jobs} className={onward}>
          {t('All jobs')}
        </Link>
      }
    >
      <ul className="grid gap-x-6 pb-2 sm:grid-cols-2 lg:grid-cols-3">
        {jobs.map((job) => (
          <li key={job.id} className="flex items-center gap-2.5 px-4 py-1.5 text-sm">
            <LoaderCircle
              aria-hidden
              className="size-3.5 shrink-0 animate-spin text-accent-text motion-reduce:animate-none"
            />
            <span className="min-w-0 flex-1 truncate">{jobName(job.type)}</span>
            {job.percent === null ? (
              <JobStatus status={job.status} />
            ) : (
              <span className="text-xs text-faint tabular-nums">{job.percent} %</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
