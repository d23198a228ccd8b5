import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { IntegrationStatusChip } from './integration-status.tsx'
import { ProviderGallery } from './provider-gallery.tsx'
import { type Provider, ProviderLogo } from './provider-logo.tsx'

type Integration = ItemOf<'listIntegrations'>

/** The connected integrations and the providers that can be connected. */
export function Connections() {
  const { items } = useApiList('listIntegrations', {})
  const { data } = useApiQuery('listIntegrationProviders')
  const [connecting, setConnecting] = useState<Provider>()
  return (
    <>
      {items.length > 0 && (
        <Card title={t('Connected')} flush>
          <ul>
            {items.map((integration) => (
              <IntegrationRow
                key={integration.id}
                integration={integration}
                provider={data?.data.find((one) => one.provider === integration.provider)}
              />
            ))}
          </ul>
        </Card>
      )}
      <ProviderGallery providers={data?.data ?? []} onConnect={setConnecting} />
      {connecting && <ConnectDialog provider={connecting} onClose={() => setConnecting(undefined)} />}
    </>
  )
}

const IntegrationRow = ({ integration, provider }: { integration: Integration; provider: Provider | undefined }) => (
  <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <ProviderLogo provider={provider ?? { name: integration.provider, logo: null }} />
    <div className="min-w-40 flex-1">
      <Link to={paths.integration(integration.id)} className="text-sm font-medium hover:underline">
        {integration.name}
      </Link>
      <IntegrationSummary integration={integration} provider={provider} />
    </div>
    <IntegrationStatusChip integration={integration} />
  </li>
)

function IntegrationSummary({ integration, provider }: { integration: Integration; provider: Provider | undefined }) {
  const { pull, stats, last_event_at, last_error } = integration
  const count = pull ? pull.progress.fetched + stats.received : stats.received
  const at = pull?.last_success_at ?? last_event_at
  const error = pull?.error?.message ?? last_error?.message
  return (
    <p className="text-xs text-faint">
      {provider?.name ?? integration.provider} · {t('{count} received', { count: formatNumber(count) })}
      {at && (
        <>
          {' '}
          · <TimeAgo at={at} />
        </>
      )}
      {error && ` · ${error}`}
    </p>
  )
}
