import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { DetailPage } from '#web/shell/details/detail-page.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { formatDateTime, formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { May } from '#web/api/may.tsx'
import { Deliveries } from './deliveries.tsx'
import { IntegrationActions } from './integration-actions.tsx'
import { IntegrationStatusChip } from './integration-status.tsx'
import { PullStatus } from './pull-status.tsx'
import { TryPayload } from './try-payload.tsx'

type IntegrationDetail = OutputOf<'getIntegration'>

export function IntegrationPage() {
  const { id } = useRouteParams<'integration'>()
  const query = useApiQuery(
    'getIntegration',
    { integrationId: id },
    // While the history is fetched, its progress is shown.
    { refetchInterval: (latest) => (latest?.pull?.status === 'backfilling' ? 2000 : false) },
  )
  return (
    <DetailPage
      query={query}
      title={query.data?.name ?? t('Integration')}
      what={t('integration')}
      parent={{ label: t('Integrations'), to: paths.integrations() }}
      note={(integration) => <IntegrationStatusChip integration={integration} />}
      actions={(integration) => <IntegrationActions integration={integration} />}
    >
      {(integration) => <IntegrationContent integration={integration} />}
    </DetailPage>
  )
}

function IntegrationContent({ integration }: { integration: IntegrationDetail }) {
  const { id, name, pull } = integration
  const { isAdmin } = useSession()
  const rename = useApiMutation('updateIntegration', {
    optimistic: (change) => patchCache([change.integrationId], { name: change.name }),
  })
  return (
    <DetailColumns gap="gap-4" side={<IntegrationFacts integration={integration} />}>
      <DetailHeader
        op="updateIntegration"
        label={t('Name')}
        name={name}
        onRename={isAdmin ? (next) => rename.mutate({ integrationId: id, name: next }) : undefined}
      />
      {pull && <PullStatus integration={integration} pull={pull} />}
      <WebhookContent integration={integration} />
    </DetailColumns>
  )
}

/** What the provider sends; shown where it can send. */
function WebhookContent({ integration }: { integration: IntegrationDetail }) {
  const { data } = useApiQuery('listIntegrationProviders')
  const provider = data?.data.find((one) => one.provider === integration.provider)
  if (!provider?.webhook) return null
  return (
    <>
      <CopyBlock label={t('Webhook URL')} text={integration.inbound_url} />
      <Deliveries integrationId={integration.id} />
      {provider.sample_payload && (
        <May op="testIntegration">
          <TryPayload integration={integration} />
        </May>
      )}
    </>
  )
}

function IntegrationFacts({ integration }: { integration: IntegrationDetail }) {
  const { stats, last_error } = integration
  return (
    <Card>
      <DescriptionList
        rows={[
          [t('Provider'), integration.provider],
          [t('Source'), integration.config.source],
          [t('Received'), formatNumber(stats.received)],
          [t('Accepted'), formatNumber(stats.accepted)],
          [t('Duplicates'), formatNumber(stats.duplicates)],
          [t('Rejected'), formatNumber(stats.rejected)],
          [t('Last delivery'), integration.last_event_at && <TimeAgo key="d" at={integration.last_event_at} />],
          last_error && [
            t('Last error'),
            <span key="e" className="text-neg-text">
              {last_error.message}
            </span>,
          ],
          [
            t('Secret'),
            <code key="s" className="font-mono text-xs">
              {integration.secret_hint}
            </code>,
          ],
          integration.previous_secret_until && [
            t('Old secret until'),
            formatDateTime(integration.previous_secret_until),
          ],
        ]}
      />
    </Card>
  )
}
