import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import type { Provider } from './provider-logo.tsx'
import { PullSetup } from './pull-setup.tsx'

/** Connects a provider: with a credential where Earshot can fetch from it, else with a webhook. */
export const ConnectDialog = ({ provider, onClose }: { provider: Provider; onClose: () => void }) =>
  provider.pull ? (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('Connect {name}', { name: provider.name })}
      note={t('Earshot only reads: {what} Nothing is created or changed there.', { what: provider.description })}
    >
      <PullSetup provider={provider} onClose={onClose} />
    </Dialog>
  ) : (
    <WebhookDialog provider={provider} onClose={onClose} />
  )

/** Creates an integration, then shows its address and its secret once. */
function WebhookDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const create = useApiMutation('createIntegration')
  const { name } = provider
  const created = create.data
  return (
    <Dialog
      open
      wide
      persistent={created !== undefined}
      onClose={onClose}
      title={t('Connect {name}', { name })}
      note={
        created
          ? t('Enter these in {name}. The secret is shown only once.', { name })
          : t('Earshot only receives data: {what} Nothing is created or changed there.', { what: provider.description })
      }
      footer={
        created && (
          <Button variant="primary" onClick={onClose}>
            {t('I have saved it')}
          </Button>
        )
      }
    >
      {created ? (
        <div className="grid gap-3">
          <CopyBlock label={t('Webhook URL')} text={created.inbound_url} />
          <CopyBlock label={t('Signing secret')} text={created.secret} />
        </div>
      ) : (
        <ConnectForm provider={provider} create={create} onClose={onClose} />
      )}
    </Dialog>
  )
}

type ConnectFormProps = {
  provider: Provider
  create: ReturnType<typeof useApiMutation<'createIntegration'>>
  onClose: () => void
}

const ConnectForm = ({ provider, create, onClose }: ConnectFormProps) => (
  <Form
    className="grid gap-4"
    onSubmit={(values) => create.mutate({ provider: provider.provider, name: values.name! })}
  >
    <TextField label={t('Name')} name="name" required autoFocus maxLength={200} defaultValue={provider.name} />
    <p className="text-xs text-faint">{provider.verification?.secret}</p>
    <div className="flex justify-end gap-2">
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button type="submit" variant="primary" busy={create.isPending}>
        {t('Connect')}
      </Button>
    </div>
  </Form>
)
