import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { jobName } from '#web/shell/jobs/job-names.ts'
import { JobStatusChip } from '#web/shell/jobs/job-progress.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { formatDay, formatPct, TimeAgo } from '#web/ui/time.tsx'
import { sourceLabel } from '#web/labels.ts'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { NoRows } from '#web/ui/lists/card-rows.tsx'

type Data = OutputOf<'getDashboard'>

/** The newest untriaged feedback; each row opens in the inbox. */
export function InboxPreview({ rows }: { rows: Data['inbox_latest'] }) {
  return (
    <Card
      title={t('New in the inbox')}
      flush
      className="md:col-span-2"
      actions={rows.length > 0 && <CardLink to={paths.inbox()}>{t('Open inbox')}</CardLink>}
    >
      {rows.length === 0 && <NoRows>{t('Inbox zero: everything is triaged.')}</NoRows>}
      <ul className="pb-2">
        {rows.map((one) => (
          <li key={one.feedback_id}>
            <Link
              to={paths.inbox({ id: one.feedback_id })}
              className="flex items-center gap-3 px-4 py-1.5 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 truncate text-sm">
                <span className="font-medium">{one.contact_name ?? sourceLabel(one.source)}</span>{' '}
                <span className="text-soft">{one.text}</span>
              </span>
              <span className="hidden sm:inline-flex">
                <Chip>{sourceLabel(one.source)}</Chip>
              </span>
              <TimeAgo at={one.occurred_at} className="w-16 shrink-0 text-end text-xs text-faint tabular-nums" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The changes found by the latest competitor check-in. */
export function LatestCheckin({ run }: { run: NonNullable<Data['latest_checkin']> }) {
  const news = [
    run.added_insight_count > 0 &&
      t('{count, one {# new insight} other {# new insights}}', { count: run.added_insight_count }),
    run.added_themes.length > 0 && t('new: {names}', { names: run.added_themes.join(', ') }),
    run.removed_themes.length > 0 && t('removed: {names}', { names: run.removed_themes.join(', ') }),
  ]
  return (
    <Card
      title={t('Competitors')}
      note={t('Check-in on {day}', { day: formatDay(run.completed_at) })}
      flush
      actions={<CardLink to={paths.competitors({ tab: 'checkins' })}>{t('See all')}</CardLink>}
    >
      <ul className="pb-2">
        {run.moves.map(({ name, before, after }) => (
          <li key={name} className="flex items-center gap-2.5 px-4 py-1.5 text-sm">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <RankChange by={before - after} />
          </li>
        ))}
      </ul>
      {news.some(Boolean) && <p className="px-4 pb-3 text-xs text-faint">{news.filter(Boolean).join(' · ')}</p>}
    </Card>
  )
}

/** A lower rank number is better. */
function RankChange({ by }: { by: number }) {
  if (by === 0) return null
  return (
    <span className={by > 0 ? 'text-xs text-pos-text tabular-nums' : 'text-xs text-neg-text tabular-nums'}>
      {by > 0 ? '▲ +' : '▼ −'}
      {Math.abs(by)} {t('places')}
    </span>
  )
}

export function RunningJobs({ jobs }: { jobs: Data['running_jobs'] }): ReactNode {
  if (jobs.length === 0) return null
  return (
    <Card title={t('Running jobs')} flush actions={<CardLink to={paths.jobs()}>{t('All jobs')}</CardLink>}>
      <ul className="grid gap-x-6 pb-2 sm:grid-cols-2 lg:grid-cols-3">
        {jobs.map((job) => (
          <li key={job.id} className="flex items-center gap-2.5 px-4 py-1.5 text-sm">
            <LoaderCircle
              aria-hidden
              className="size-3.5 shrink-0 animate-spin text-accent-text motion-reduce:animate-none"
            />
            <span className="min-w-0 flex-1 truncate">{jobName(job.type)}</span>
            {job.percent === null ? (
              <JobStatusChip status={job.status} />
            ) : (
              <span className="text-xs text-faint tabular-nums">{formatPct(job.percent)}</span>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
