import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Form } from '#web/ui/forms/form.tsx'

type Props = {
  title: string
  note?: string
  wide?: boolean
  submitLabel: string
  busy: boolean
  disabled?: boolean
  onSubmit: (values: Record<string, string>) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that is one form, with Cancel and a submit button. */
export function FormDialog({ submitLabel, busy, disabled = false, onSubmit, children, ...dialog }: Props) {
  return (
    <Dialog open {...dialog}>
      <Form className="grid gap-4" onSubmit={(values) => onSubmit(values)}>
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={dialog.onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
