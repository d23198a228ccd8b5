import { useEffect, useState } from 'react'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Check, SelectField, TextField } from '#web/ui/field.tsx'

/** The secret lives in this dialog alone: closing it is the end of it in this browser. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  const create = useCall('createApiKey', { onDone: ({ key }) => setSecret(key) })
  const forget = create.reset
  if (secret)
    return (
      <Reveal
        secret={secret}
        onClose={() => {
          setSecret(undefined)
          forget()
          onClose()
        }}
      />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('New API key')}
      note={t('It acts as you and never with more rights than you have.')}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          const days = Number(data.get('expires'))
          create.mutate({
            name: String(data.get('name')),
            scopes: data.get('scope') === 'write' ? ['read', 'write'] : ['read'],
            expires_in_days: days || null,
          })
        }}
      >
        <TextField
          label={t('Name')}
          name="name"
          required
          autoFocus
          of={['createApiKey', 'name']}
          placeholder={t('What will use it, and where is it kept?')}
        />
        <SelectField
          label={t('Scope')}
          name="scope"
          options={[
            { value: 'read', label: t('Read') },
            { value: 'write', label: t('Read and write') },
          ]}
        />
        <SelectField
          label={t('Expires')}
          name="expires"
          options={[
            { value: '0', label: t('Never') },
            { value: '30', label: t('In 30 days') },
            { value: '90', label: t('In 90 days') },
            { value: '365', label: t('In a year') },
          ]}
        />
        <Button type="submit" look="primary" busy={create.isPending}>
          {t('Create key')}
        </Button>
      </form>
    </Dialog>
  )
}

function Reveal({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [stored, setStored] = useState(false)
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', guard)
    return () => removeEventListener('beforeunload', guard)
  }, [])
  return (
    <Dialog
      open
      firm
      wide
      onClose={onClose}
      title={t('Your new key')}
      note={t('Copy it now: it is shown this once and kept nowhere.')}
      foot={
        <Button look="primary" disabled={!stored} onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <div className="grid gap-3">
        <CopyBlock label={t('Key')} text={secret} />
        <CopyBlock label={t('In a shell')} text={`export EARSHOT_API_KEY=${secret}`} />
        <CopyBlock
          label={t('Try it')}
          text={`curl -H "Authorization: Bearer ${secret}" ${location.origin}/api/v1/me`}
        />
        <Check label={t('I have stored it')} checked={stored} onChange={setStored} />
      </div>
    </Dialog>
  )
}
