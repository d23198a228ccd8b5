import { useParams } from '@tanstack/react-router'
import { patchCache } from '#web/api/cache.ts'
import type { Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { formatDateTime, formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { IntegrationActions } from './integration-actions.tsx'
import { IntegrationStatus } from './integration-status.tsx'
import { PullStatus } from './pull-status.tsx'
import { TryPayload } from './try-payload.tsx'

type IntegrationDetail = Output<'getIntegration'>

export function Integration() {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useApiQuery(
    'getIntegration',
    { integrationId: id },
    // While the history is fetched, its progress is shown.
    { refetchInterval: (latest) => (latest?.pull?.status === 'backfilling' ? 2000 : false) },
  )
  const { data } = query
  return (
    <Page
      title={data?.name ?? t('Integration')}
      parent={{ label: t('Integrations'), to: paths.integrations }}
      note={data && <IntegrationStatus integration={data} />}
      actions={data && <IntegrationActions integration={data} />}
    >
      <QueryState query={query} what={t('integration')}>
        {(integration) => <IntegrationContent integration={integration} />}
      </QueryState>
    </Page>
  )
}

const IntegrationContent = ({ integration }: { integration: IntegrationDetail }) => (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
    <div className="grid min-w-0 content-start gap-4">
      <IntegrationName integration={integration} />
      {integration.pull && <PullStatus integration={integration} pull={integration.pull} />}
      <WebhookContent integration={integration} />
    </div>
    <div className="grid content-start gap-4">
      <Card>
        <IntegrationFacts integration={integration} />
      </Card>
    </div>
  </div>
)

/** What the provider sends; shown where it can send. */
function WebhookContent({ integration }: { integration: IntegrationDetail }) {
  const { data } = useApiQuery('listIntegrationProviders')
  const provider = data?.data.find((one) => one.provider === integration.provider)
  if (!provider?.webhook) return null
  return (
    <>
      <CopyBlock label={t('Webhook URL')} text={integration.inbound_url} />
      <Deliveries integrationId={integration.id} />
      {provider.sample_payload && <TryPayload integration={integration} />}
    </>
  )
}

function IntegrationName({ integration }: { integration: IntegrationDetail }) {
  const { isAdmin } = useSession()
  const rename = useApiMutation('updateIntegration', {
    optimistic: ({ integrationId, name }) => patchCache([integrationId], { name }),
  })
  if (!isAdmin) return <h2 className="text-xl font-semibold">{integration.name}</h2>
  return (
    <InlineText
      label={t('Name')}
      value={integration.name}
      maxLength={200}
      className="text-xl font-semibold"
      onSave={(name) => rename.mutate({ integrationId: integration.id, name })}
    />
  )
}

function IntegrationFacts({ integration }: { integration: IntegrationDetail }) {
  const { stats, last_error } = integration
  return (
    <DescriptionList
      rows={[
        [t('Provider'), integration.provider],
        [t('Source'), integration.config.source],
        [t('Received'), formatNumber(stats.received)],
        [t('Accepted'), formatNumber(stats.accepted)],
        [t('Duplicates'), formatNumber(stats.duplicates)],
        [t('Rejected'), formatNumber(stats.rejected)],
        [t('Last delivery'), integration.last_event_at && <TimeAgo at={integration.last_event_at} />],
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
        integration.previous_secret_until && [t('Old secret until'), formatDateTime(integration.previous_secret_until)],
      ]}
    />
  )
}
