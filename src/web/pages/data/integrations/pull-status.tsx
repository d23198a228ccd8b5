import { Pause, Play, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { formatDay, formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { PullErrorAlert } from './pull-preview.tsx'
import { CredentialInputs } from './setup-fields.tsx'

type Integration = OutputOf<'getIntegration'>
type Pull = NonNullable<Integration['pull']>

const statusText = (pull: Pull) =>
  ({
    backfilling: t('Fetching the history since {day}', { day: formatDay(pull.since) }),
    up_to_date: t('Up to date'),
    paused: t('Paused'),
    error: t('Fetching has stopped'),
  })[pull.status]

/** How far fetching is, when it was last done and is next done, and what went wrong. */
export function PullStatus({ integration, pull }: { integration: Integration; pull: Pull }) {
  const { isAdmin } = useSession()
  const { fetched, total, percent, deleted, rejected } = pull.progress
  return (
    <Card title={statusText(pull)} actions={isAdmin && <PullActions integration={integration} pull={pull} />}>
      <div className="grid gap-3">
        {pull.error && <PullErrorAlert message={pull.error.message} action={pull.error.action} />}
        {pull.status === 'backfilling' && <Progress percent={percent} />}
        <DescriptionList
          rows={[
            [
              t('Fetched'),
              total !== null && total >= fetched
                ? t('{count} of about {total}', { count: formatNumber(fetched), total: formatNumber(total) })
                : formatNumber(fetched),
            ],
            deleted > 0 && [t('Deleted'), formatNumber(deleted)],
            rejected > 0 && [t('Rejected'), formatNumber(rejected)],
            [t('Last sync'), pull.last_success_at && <TimeAgo key="l" at={pull.last_success_at} />],
            [t('Next sync'), integration.sync.next_run_at && <TimeAgo key="n" at={integration.sync.next_run_at} />],
            [t('Requests'), formatNumber(pull.requests)],
          ]}
        />
      </div>
    </Card>
  )
}

const Progress = ({ percent }: { percent: number | null }) => (
  <div
    role="progressbar"
    aria-label={t('Progress of the history')}
    aria-valuemin={0}
    aria-valuemax={100}
    {...(percent !== null && { 'aria-valuenow': percent })}
    className="h-1.5 overflow-hidden rounded-full bg-sunken"
  >
    <div className="h-full rounded-full bg-accent transition-[width]" style={{ width: `${percent ?? 5}%` }} />
  </div>
)

function PullActions({ integration: { id, provider }, pull }: { integration: Integration; pull: Pull }) {
  const update = useApiMutation('updateIntegration', { successMessage: t('Saved') })
  const sync = useApiMutation('syncIntegration', { successMessage: t('Fetching what is new') })
  const [isEditing, setEditing] = useState(false)
  const isPaused = pull.status === 'paused'
  return (
    <>
      {!isPaused && (
        <Button size="sm" icon={RefreshCw} busy={sync.isPending} onClick={() => sync.mutate({ integrationId: id })}>
          {t('Sync now')}
        </Button>
      )}
      <Button
        size="sm"
        icon={isPaused ? Play : Pause}
        busy={update.isPending}
        onClick={() => update.mutate({ integrationId: id, pull: { paused: !isPaused } })}
      >
        {isPaused ? t('Resume') : t('Pause')}
      </Button>
      <Button size="sm" onClick={() => setEditing(true)}>
        {t('Change credential')}
      </Button>
      {isEditing && <CredentialDialog integrationId={id} provider={provider} onClose={() => setEditing(false)} />}
    </>
  )
}

type CredentialProps = { integrationId: string; provider: string; onClose: () => void }

function CredentialDialog({ integrationId, provider, onClose }: CredentialProps) {
  const { data } = useApiQuery('listIntegrationProviders')
  const info = data?.data.find((one) => one.provider === provider)
  const update = useApiMutation('updateIntegration', { successMessage: t('Saved'), onSuccess: onClose })
  if (!info) return null
  return (
    <FormDialog
      title={t('Change credential')}
      note={t('Fetching continues where it stopped.')}
      submitLabel={t('Save')}
      busy={update.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        update.mutate({
          integrationId,
          credential: Object.fromEntries(
            Object.entries(values).map(([name, value]) => [name.replace('credential.', ''), value]),
          ),
        })
      }
    >
      <CredentialInputs provider={info} />
    </FormDialog>
  )
}
