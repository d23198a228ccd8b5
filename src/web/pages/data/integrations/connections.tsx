import { Link } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, Output } from '#web/api/client.ts'
import { useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { IntegrationStatus } from './integration-status.tsx'

type Integration = ItemOf<'listIntegrations'>
type Provider = Output<'listIntegrationProviders'>['data'][number]

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
              <IntegrationRow key={integration.id} integration={integration} />
            ))}
          </ul>
        </Card>
      )}
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {data?.data.map((provider) => (
          <ProviderCard key={provider.provider} provider={provider} onConnect={() => setConnecting(provider)} />
        ))}
      </div>
      {connecting && <ConnectDialog provider={connecting} onClose={() => setConnecting(undefined)} />}
    </>
  )
}

function ProviderCard({ provider, onConnect }: { provider: Provider; onConnect: () => void }) {
  const { isAdmin } = useSession()
  return (
    <Card
      title={provider.name}
      actions={
        isAdmin && (
          <Button size="sm" onClick={onConnect}>
            {t('Connect')}
          </Button>
        )
      }
    >
      <p className="text-sm text-soft">{provider.description}</p>
      <p className="mt-2 flex flex-wrap gap-1">
        {provider.records.map((record) => (
          <Chip key={record}>{record.replaceAll('_', ' ')}</Chip>
        ))}
      </p>
    </Card>
  )
}

const IntegrationRow = ({ integration }: { integration: Integration }) => (
  <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <Plug className="size-4 shrink-0 text-faint" />
    <div className="min-w-40 flex-1">
      <Link to={paths.integration(integration.id)} className="text-sm font-medium hover:underline">
        {integration.name}
      </Link>
      <p className="text-xs text-faint">
        {integration.provider} · {t('{count} received', { count: formatNumber(integration.stats.received) })}
        {integration.last_event_at && (
          <>
            {' '}
            · <TimeAgo at={integration.last_event_at} />
          </>
        )}
        {integration.last_error && ` · ${integration.last_error.message}`}
      </p>
    </div>
    <IntegrationStatus status={integration.status} />
  </li>
)
