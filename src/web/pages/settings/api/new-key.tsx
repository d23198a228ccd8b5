import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Checkbox, SelectField, TextField } from '#web/ui/forms/field.tsx'
import { useUnloadGuard } from '#web/ui/forms/use-unload-guard.ts'
import { Form } from '#web/ui/forms/form.tsx'

/** The secret exists only in this dialog: closing it discards it. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const create = useApiMutation('createApiKey', { onSuccess: ({ key }) => setSecret(key) })
  const close = () => {
    setSecret(undefined)
    create.reset()
    onClose()
  }
  if (secret) return <RevealKey secret={secret} onClose={close} />
  const submit = (data: FormData) =>
    create.mutate({
      name: String(data.get('name')),
      scopes: data.get('scope') === 'write' ? ['read', 'write'] : ['read'],
      expires_in_days: Number(data.get('expires')) || null,
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('New API key')}
      note={t('It acts on your behalf and never exceeds your permissions.')}
    >
      <Form className="grid gap-4" onSubmit={(_, form) => submit(new FormData(form))}>
        <KeyFields />
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t('Create key')}
        </Button>
      </Form>
    </Dialog>
  )
}

const KeyFields = () => (
  <>
    <TextField
      label={t('Name')}
      name="name"
      required
      autoFocus
      limitsFrom={['createApiKey', 'name']}
      placeholder={t('What will use it, and where is it stored?')}
    />
    <SelectField label={t('Scope')} name="scope" options={toOptions({ read: t('Read'), write: t('Read and write') })} />
    <SelectField
      label={t('Expires')}
      name="expires"
      options={toOptions({ '0': t('Never'), '30': t('In 30 days'), '90': t('In 90 days'), '365': t('In a year') })}
    />
  </>
)

function RevealKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [stored, setStored] = useState(false)
  useUnloadGuard()
  return (
    <Dialog
      open
      persistent
      wide
      onClose={onClose}
      title={t('Your new key')}
      note={t('Copy it now: it is shown only once.')}
      footer={
        <Button variant="primary" disabled={!stored} onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <CopyBlock label={t('Key')} text={secret} />
        <CopyBlock label={t('Shell')} text={`export EARSHOT_API_KEY=${secret}`} />
        <CopyBlock
          label={t('Try it')}
          text={`curl -H "Authorization: Bearer ${secret}" ${location.origin}/api/v1/me`}
        />
        <Checkbox label={t('I have saved it')} checked={stored} onChange={setStored} />
      </div>
    </Dialog>
  )
}
