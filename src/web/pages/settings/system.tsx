import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'

const pollIntervalMs = 15_000
type SystemInfo = OutputOf<'getSystem'>

export function System() {
  const query = useApiQuery('getSystem', {}, { refetchInterval: pollIntervalMs })
  return (
    <QueryState query={query}>
      {(system) => (
        <>
          <InstallationCard system={system} />
          <DatabaseCard system={system} />
          <JobsCard jobs={system.jobs} />
        </>
      )}
    </QueryState>
  )
}

const InstallationCard = ({ system }: { system: SystemInfo }) => (
  <Card title={t('Installation')}>
    <DescriptionList
      rows={[
        [t('Version'), system.version],
        [t('URL'), system.public_url],
        [t('Region'), system.region.toUpperCase()],
        [t('Running since'), <TimeAgo key="s" at={system.server_started_at} />],
      ]}
    />
  </Card>
)

const DatabaseCard = ({ system }: { system: SystemInfo }) => (
  <Card title={t('Database')}>
    <DescriptionList
      rows={[
        [t('PostgreSQL'), system.database_version],
        [
          t('Schema'),
          <code key="s" className="font-mono text-xs">
            {system.schema_version}
          </code>,
        ],
        [t('Size'), `${formatNumber(system.database_bytes / 1e6, 1)} MB`],
      ]}
    />
  </Card>
)

const JobsCard = ({ jobs }: { jobs: SystemInfo['jobs'] }) => (
  <Card title={t('Background jobs')}>
    <DescriptionList
      rows={[
        [
          t('Queued'),
          <>
            {formatNumber(jobs.queued)}
            {jobs.oldest_queued_at && (
              <span className="ms-2 text-xs text-faint">
                {t('oldest')} <TimeAgo at={jobs.oldest_queued_at} />
              </span>
            )}
          </>,
        ],
        [t('Running'), formatNumber(jobs.running)],
        [
          t('Failed today'),
          jobs.failed_today > 0 ? (
            <Chip key="f" tone="bad">
              {formatNumber(jobs.failed_today)}
            </Chip>
          ) : (
            '0'
          ),
        ],
      ]}
    />
  </Card>
)
