import { useEffect } from 'react'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { languageName } from '#web/help/language-notice.tsx'
import { locale, t } from '#web/i18n/t.ts'
import { isFinished, type JobItem, JobProgress, JobStatusChip } from '#web/shell/jobs/job-progress.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmAction } from '#web/ui/forms/confirm.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const pollIntervalMs = 2000
const isRunning = (job: JobItem | undefined) => job !== undefined && !isFinished(job.status)

/** Insights of an older analysis, and the job that analyzes their feedback again. */
export function Analysis() {
  const { data: jobs } = useApiQuery(
    'listJobs',
    { type: ['analysis_rerun'], limit: 1 },
    { refetchInterval: (latest) => isRunning(latest?.data[0]) && pollIntervalMs },
  )
  const job = jobs?.data[0]
  const running = isRunning(job)
  const { data, refetch } = useApiQuery('getAnalysis')
  useEffect(() => {
    if (!running) void refetch()
  }, [running, refetch])
  if (!data) return null
  const count = data.outdated_insight_count
  return (
    <Card title={t('Analysis')} note={t('Version {version}', { version: data.analysis_version })}>
      <div className="grid gap-3 text-sm">
        <p>
          {count === 0
            ? t('All insights come from the current analysis.')
            : t(
                [
                  '{count, one {# insight comes} other {# insights come}} from an older version or another model of ',
                  'the analysis.',
                ],
                { count },
              )}
        </p>
        <CoveredLanguages languages={data.languages} />
        {running ? <JobProgress id={job!.id} /> : <LastRun job={job} />}
        {!running && count > 0 && <Rerun />}
      </div>
    </Card>
  )
}

const CoveredLanguages = ({ languages }: { languages: readonly string[] }) => (
  <p>
    {t(
      [
        'Covered languages: {languages}. Feedback in other languages is stored and searchable, but its ',
        'labels may be wrong.',
      ],
      { languages: new Intl.ListFormat(locale()).format(languages.map(languageName)) },
    )}
  </p>
)

const LastRun = ({ job }: { job: JobItem | undefined }) =>
  job && (
    <p className="flex items-center gap-2 text-xs text-faint">
      {t('Last re-analysis')} <JobStatusChip status={job.status} /> <TimeAgo at={job.finished_at ?? job.created_at} />
    </p>
  )

function Rerun() {
  const start = useApiMutation('rerunAnalysis')
  return (
    <div>
      <ConfirmAction
        trigger={(ask) => <Button onClick={ask}>{t('Analyze again')}</Button>}
        action={start}
        title={t('Analyze this feedback again?')}
        note={t([
          'Names and labels may change. What people edited, dismissed, deleted, put into themes or use as ',
          'evidence stays as it is.',
        ])}
        confirmLabel={t('Start analysis')}
        onConfirm={(close) => start.mutate({ scope: 'outdated' }, { onSuccess: close })}
      />
    </div>
  )
}
