import { Archive } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { OperationName } from '#web/api/client.ts'
import { TextField } from './field.tsx'

type ConfirmProps = {
  open: boolean
  onClose: () => void
  onConfirm: () => void
  title: string
  note: ReactNode
  confirmLabel: string
  busy?: boolean
  /** For what cannot be undone: has to be typed before the button is enabled. */
  requiredText?: string
}

export function Confirm({ requiredText, ...props }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  const { open, onClose, onConfirm, title, note, confirmLabel, busy = false } = props
  const confirm = (
    <Button
      variant={requiredText ? 'danger' : 'primary'}
      busy={busy}
      disabled={requiredText !== undefined && typed !== requiredText}
      onClick={onConfirm}
    >
      {confirmLabel}
    </Button>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      note={note}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {confirm}
        </>
      }
    >
      {requiredText && (
        <TextField
          label={t('Type {name} to confirm', { name: requiredText })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
    </Dialog>
  )
}

type ActionProps = Omit<ConfirmProps, 'open' | 'onClose' | 'onConfirm' | 'busy'> & {
  trigger: (ask: () => void) => ReactNode
  action: { isPending: boolean }
  onConfirm: (close: () => void) => void
}

/** A button whose action has to be confirmed. */
export function ConfirmAction({ trigger, action, onConfirm, ...props }: ActionProps) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      {trigger(() => setAsking(true))}
      <Confirm {...props} open={asking} busy={action.isPending} onClose={close} onConfirm={() => onConfirm(close)} />
    </>
  )
}

type ArchiveProps = Omit<ActionProps, 'trigger' | 'title' | 'confirmLabel'> & { name: string; op: OperationName }

/** Archives an object after a question. */
export const ArchiveAction = ({ name, op, ...props }: ArchiveProps) => (
  <ConfirmAction
    {...props}
    trigger={(ask) => (
      <Button size="sm" icon={Archive} op={op} onClick={ask}>
        {t('Archive')}
      </Button>
    )}
    title={t('Archive {name}?', { name })}
    confirmLabel={t('Archive')}
  />
)
