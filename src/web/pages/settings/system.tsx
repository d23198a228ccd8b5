import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card, Facts } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'

const everyMs = 15_000

export function System() {
  const { data, error, refetch } = useRoute('getSystem', {}, { refetchInterval: everyMs })
  if (error) return <ErrorState error={error} retry={refetch} />
  if (!data) return <Loading />
  const { jobs } = data
  return (
    <>
      <Card title={t('Installation')}>
        <Facts
          rows={[
            [t('Version'), data.version],
            [t('Address'), data.public_url],
            [t('Region'), data.region.toUpperCase()],
            [t('Running since'), <TimeAgo key="s" at={data.server_started_at} />],
          ]}
        />
      </Card>
      <Card title={t('Database')}>
        <Facts
          rows={[
            [t('PostgreSQL'), data.database_version],
            [
              t('Schema'),
              <code key="s" className="font-mono text-xs">
                {data.schema_version}
              </code>,
            ],
            [t('Size'), `${numberOf(data.database_bytes / 1e6, 1)} MB`],
          ]}
        />
      </Card>
      <Card title={t('Background work')}>
        <Facts
          rows={[
            [
              t('Waiting'),
              <>
                {numberOf(jobs.queued)}
                {jobs.oldest_queued_at && (
                  <span className="ms-2 text-xs text-faint">
                    {t('oldest')} <TimeAgo at={jobs.oldest_queued_at} />
                  </span>
                )}
              </>,
            ],
            [t('Running'), numberOf(jobs.running)],
            [t('Failed today'), jobs.failed_today > 0 ? <Chip tone="bad">{numberOf(jobs.failed_today)}</Chip> : '0'],
          ]}
        />
      </Card>
    </>
  )
}
