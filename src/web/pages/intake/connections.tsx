import { Link } from '@tanstack/react-router'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, Out } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'

type Integration = ItemOf<'listIntegrations'>
type Provider = Out<'listIntegrationProviders'>['data'][number]
const tones = { pending: 'plain', connected: 'good', degraded: 'warn', error: 'bad', disabled: 'plain' } as const

export function IntegrationStatus({ status }: { status: Integration['status'] }) {
  const words = {
    pending: t('Waiting for the first delivery'),
    connected: t('Connected'),
    degraded: t('Degraded'),
    error: t('Error'),
    disabled: t('Switched off'),
  }
  return <Chip tone={tones[status]}>{words[status]}</Chip>
}

/** What sends by itself, and what could. */
export function Connections() {
  const { isAdmin } = useSession()
  const { items } = useList('listIntegrations', {})
  const { data } = useRoute('listIntegrationProviders')
  const [connecting, setConnecting] = useState<Provider>()
  return (
    <>
      {items.length > 0 && (
        <Card title={t('Connected')} flush>
          <ul>
            {items.map((one) => (
              <Row key={one.id} integration={one} />
            ))}
          </ul>
        </Card>
      )}
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {data?.data.map((provider) => (
          <Card
            key={provider.provider}
            title={provider.name}
            actions={
              isAdmin && (
                <Button size="sm" onClick={() => setConnecting(provider)}>
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
        ))}
      </div>
      {connecting && <Connect provider={connecting} onClose={() => setConnecting(undefined)} />}
    </>
  )
}

function Row({ integration: one }: { integration: Integration }) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <Plug className="size-4 shrink-0 text-faint" />
      <div className="min-w-40 flex-1">
        <Link to={paths.integration(one.id)} className="text-sm font-medium hover:underline">
          {one.name}
        </Link>
        <p className="text-xs text-faint">
          {one.provider} · {t('{count} received', { count: numberOf(one.stats.received) })}
          {one.last_event_at && (
            <>
              {' '}
              · <TimeAgo at={one.last_event_at} />
            </>
          )}
          {one.last_error && ` · ${one.last_error.message}`}
        </p>
      </div>
      <IntegrationStatus status={one.status} />
    </li>
  )
}

function Connect({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const create = useCall('createIntegration')
  const made = create.data
  return (
    <Dialog
      open
      wide
      firm={made !== undefined}
      onClose={onClose}
      title={t('Connect {name}', { name: provider.name })}
      note={
        made
          ? t('Give these to {name}. The secret is shown this once.', { name: provider.name })
          : t('Earshot only receives: {what} Nothing is created or changed there.', { what: provider.description })
      }
      foot={
        made && (
          <Button look="primary" onClick={onClose}>
            {t('I have stored it')}
          </Button>
        )
      }
    >
      {made ? (
        <div className="grid gap-3">
          <CopyBlock label={t('Address to send to')} text={made.inbound_url} />
          <CopyBlock label={t('Signing secret')} text={made.secret} />
        </div>
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            create.mutate({ provider: provider.provider, name: String(new FormData(event.currentTarget).get('name')) })
          }}
        >
          <TextField label={t('Name')} name="name" required autoFocus maxLength={200} defaultValue={provider.name} />
          <p className="text-xs text-faint">{provider.verification.secret}</p>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button type="submit" look="primary" busy={create.isPending}>
              {t('Connect')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
