import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Confirm } from '#web/ui/forms/confirm.tsx'
import { SecretDialog } from '#web/ui/secret-dialog.tsx'

type IntegrationDetail = OutputOf<'getIntegration'>

/** Sync, secret, switch and disconnect; for admins only. */
export function IntegrationActions({ integration }: { integration: IntegrationDetail }) {
  const { isAdmin } = useSession()
  if (!isAdmin) return null
  return (
    <>
      <SyncButton integrationId={integration.id} disabled={integration.status === 'disabled'} />
      <RotateSecretButton integrationId={integration.id} />
      <EnableButton integration={integration} />
      <DisconnectButton integration={integration} />
    </>
  )
}

function SyncButton({ integrationId, disabled }: { integrationId: string; disabled: boolean }) {
  const [jobId, setJobId] = useState<string>()
  const sync = useApiMutation('syncIntegration', { onSuccess: ({ job_id }) => setJobId(job_id) })
  return (
    <>
      <Button
        size="sm"
        icon={RefreshCw}
        busy={sync.isPending}
        disabled={disabled}
        onClick={() => sync.mutate({ integrationId })}
      >
        {t('Replay skipped deliveries')}
      </Button>
      {jobId && (
        <Dialog open onClose={() => setJobId(undefined)} title={t('Replay skipped deliveries')}>
          <JobProgress id={jobId} />
        </Dialog>
      )}
    </>
  )
}

function RotateSecretButton({ integrationId }: { integrationId: string }) {
  const [open, setOpen] = useState(false)
  const rotate = useApiMutation('rotateIntegrationSecret')
  const close = () => {
    setOpen(false)
    rotate.reset()
  }
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t('Rotate secret')}
      </Button>
      <Confirm
        open={open && !rotate.data}
        onClose={close}
        title={t('Rotate the secret?')}
        note={t('The previous secret stays valid for 24 hours.')}
        confirmLabel={t('Rotate secret')}
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate({ integrationId })}
      />
      <SecretDialog
        wide
        title={t('Rotate secret')}
        note={t('It is shown only once.')}
        label={t('Signing secret')}
        secret={rotate.data?.secret}
        onClose={close}
      />
    </>
  )
}

function EnableButton({ integration }: { integration: IntegrationDetail }) {
  const update = useApiMutation('updateIntegration', { successMessage: t('Saved') })
  const isDisabled = integration.status === 'disabled'
  return (
    <Button size="sm" onClick={() => update.mutate({ integrationId: integration.id, enabled: isDisabled })}>
      {isDisabled ? t('Enable') : t('Disable')}
    </Button>
  )
}

function DisconnectButton({ integration }: { integration: IntegrationDetail }) {
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Button size="sm" variant="danger" onClick={() => setConfirming(true)}>
        {t('Disconnect')}
      </Button>
      {confirming && <DisconnectDialog integration={integration} onClose={() => setConfirming(false)} />}
    </>
  )
}

function DisconnectDialog({ integration, onClose }: { integration: IntegrationDetail; onClose: () => void }) {
  const [removesData, setRemovesData] = useState(false)
  const navigate = useNavigate()
  const remove = useApiMutation('deleteIntegration', {
    successMessage: removesData
      ? t('Disconnected. Its data is being deleted.')
      : t('Disconnected. Received data is kept.'),
    onSuccess: () => navigate(paths.integrations()),
  })
  const disconnect = () => remove.mutate({ integrationId: integration.id, records: removesData ? 'remove' : 'keep' })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Disconnect {name}?', { name: integration.name })}
      note={t('The credential and the secret are erased.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={disconnect}>
            {t('Disconnect')}
          </Button>
        </>
      }
    >
      <Checkbox
        label={t('Also delete the feedback and tickets that came in')}
        checked={removesData}
        onChange={setRemovesData}
      />
    </Dialog>
  )
}
