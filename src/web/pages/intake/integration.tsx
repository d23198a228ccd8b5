import { useNavigate, useParams } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { JobProgress } from '#web/shell/job-progress.tsx'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Confirm, Dialog } from '#web/ui/dialog.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { momentOf, numberOf, TimeAgo } from '#web/ui/time.tsx'
import { IntegrationStatus } from './connections.tsx'
import { Deliveries } from './deliveries.tsx'
import { TryPayload } from './try-payload.tsx'

type Detail = Out<'getIntegration'>

export function Integration() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useRoute('getIntegration', { integrationId: id })
  return (
    <Page
      title={data?.name ?? t('Integration')}
      above={{ label: t('Integrations'), to: paths.integrations }}
      note={data && <IntegrationStatus status={data.status} />}
      actions={data && <Actions integration={data} />}
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('integration')} />
      ) : !data ? (
        <Loading />
      ) : (
        <Content integration={data} />
      )}
    </Page>
  )
}

function Content({ integration }: { integration: Detail }) {
  const { isAdmin } = useSession()
  const rename = useCall('updateIntegration', {
    optimistic: ({ integrationId, name }) => show([integrationId], { name }),
  })
  const { stats } = integration
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-4">
        {isAdmin ? (
          <InlineText
            label={t('Name')}
            value={integration.name}
            maxLength={200}
            className="text-xl font-semibold"
            onSave={(name) => rename.mutate({ integrationId: integration.id, name })}
          />
        ) : (
          <h2 className="text-xl font-semibold">{integration.name}</h2>
        )}
        <CopyBlock label={t('Address to send to')} text={integration.inbound_url} />
        <Deliveries integrationId={integration.id} />
        <TryPayload integration={integration} />
      </div>
      <div className="grid content-start gap-4">
        <Card>
          <Facts
            rows={[
              [t('Provider'), integration.provider],
              [t('Source'), integration.config.source],
              [t('Received'), numberOf(stats.received)],
              [t('Accepted'), numberOf(stats.accepted)],
              [t('Duplicates'), numberOf(stats.duplicates)],
              [t('Rejected'), numberOf(stats.rejected)],
              [t('Last delivery'), integration.last_event_at && <TimeAgo at={integration.last_event_at} />],
              integration.last_error && [
                t('Last error'),
                <span key="e" className="text-neg-text">
                  {integration.last_error.message}
                </span>,
              ],
              [
                t('Secret'),
                <code key="s" className="font-mono text-xs">
                  {integration.secret_hint}
                </code>,
              ],
              integration.previous_secret_until && [t('Old secret until'), momentOf(integration.previous_secret_until)],
            ]}
          />
        </Card>
      </div>
    </div>
  )
}

function Actions({ integration }: { integration: Detail }) {
  const { isAdmin } = useSession()
  const [asking, setAsking] = useState<'rotate' | 'remove'>()
  const [job, setJob] = useState<string>()
  const navigate = useNavigate()
  const integrationId = integration.id
  const sync = useCall('syncIntegration', { onDone: ({ job_id }) => setJob(job_id) })
  const rotate = useCall('rotateIntegrationSecret')
  const remove = useCall('deleteIntegration', {
    said: t('Disconnected; what it sent stays'),
    onDone: () => void navigate({ to: paths.integrations }),
  })
  const update = useCall('updateIntegration', { said: t('Saved') })
  const close = () => {
    setAsking(undefined)
    rotate.reset()
  }
  if (!isAdmin) return null
  const off = integration.status === 'disabled'
  return (
    <>
      <Button
        size="sm"
        icon={<RefreshCw className="size-3.5" />}
        busy={sync.isPending}
        onClick={() => sync.mutate({ integrationId })}
      >
        {t('Take in what was left out')}
      </Button>
      <Button size="sm" onClick={() => setAsking('rotate')}>
        {t('New secret')}
      </Button>
      <Button size="sm" onClick={() => update.mutate({ integrationId, enabled: off })}>
        {off ? t('Switch on') : t('Switch off')}
      </Button>
      <Button size="sm" look="danger" onClick={() => setAsking('remove')}>
        {t('Disconnect')}
      </Button>
      <Confirm
        open={asking === 'remove'}
        onClose={close}
        title={t('Disconnect {name}?', { name: integration.name })}
        note={t('What it sent stays.')}
        yes={t('Disconnect')}
        busy={remove.isPending}
        onYes={() => remove.mutate({ integrationId })}
      />
      <Confirm
        open={asking === 'rotate' && !rotate.data}
        onClose={close}
        title={t('Make a new secret?')}
        note={t('The one before is accepted for 24 hours more.')}
        yes={t('New secret')}
        busy={rotate.isPending}
        onYes={() => rotate.mutate({ integrationId })}
      />
      {rotate.data && (
        <Dialog
          open
          wide
          firm
          onClose={close}
          title={t('New secret')}
          note={t('It is shown this once.')}
          foot={
            <Button look="primary" onClick={close}>
              {t('I have stored it')}
            </Button>
          }
        >
          <CopyBlock label={t('Signing secret')} text={rotate.data.secret} />
        </Dialog>
      )}
      {job && (
        <Dialog open onClose={() => setJob(undefined)} title={t('Take in what was left out')}>
          <JobProgress id={job} />
        </Dialog>
      )}
    </>
  )
}
