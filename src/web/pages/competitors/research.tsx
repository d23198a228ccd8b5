import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'
import { formatDay } from '#web/ui/time.tsx'
import { withKeys } from '#web/ui/with-keys.ts'

type Job = NonNullable<OutputOf<'listCompetitors'>['last_job']>
const stageLabels = () => ({
  collecting: t('Collecting reviews'),
  extracting: t('Finding insights'),
  synthesizing: t('Grouping'),
  publishing: t('Publishing'),
})

function panelTitle(running: boolean, { error_code }: Job) {
  if (running) return t('Research is running')
  if (error_code === 'CREDIT_LIMIT_EXCEEDED') return t('Research stopped: not enough credits')
  return t('The last research failed')
}

/** Progress of the research job; the results published before stay visible. */
export function ResearchPanel({ job: last, publishedAt }: { job: Job; publishedAt: string | null }) {
  const running = last.status === 'queued' || last.status === 'running'
  const { data } = useApiQuery(
    'getCompetitorResearch',
    { jobId: last.job_id },
    { enabled: running, refetchInterval: running ? 1500 : false },
  )
  const job = data ?? last
  if (!running && !job.error_code) return null
  return (
    <Card
      title={panelTitle(running, job)}
      note={
        publishedAt && running
          ? t('Showing results from {day} meanwhile.', { day: formatDay(publishedAt) })
          : (job.error_message ?? undefined)
      }
    >
      {running && <ResearchProgress job={job} />}
      <ul className="mt-2 grid gap-0.5 text-xs text-soft">
        {withKeys(job.sources.slice(-6), ({ source }) => source).map(([key, one]) => (
          <li key={key}>
            {one.source}:{' '}
            {one.status === 'collected'
              ? t('{count, one {# review} other {# reviews}}', { count: one.reviews_collected })
              : (one.error ?? one.status)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ResearchProgress({ job: { progress, stage } }: { job: Job }) {
  const { percent, competitors_done, competitors_total, reviews_collected } = progress
  return (
    <div className="grid gap-2">
      <div
        role="progressbar"
        aria-label={t('Research is running')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-xs text-faint">
        {stage && stageLabels()[stage]} ·{' '}
        {t('{done} of {total} competitors', { done: competitors_done, total: competitors_total })} ·{' '}
        {t('{count, one {# review} other {# reviews}}', { count: reviews_collected })}
      </p>
    </div>
  )
}
