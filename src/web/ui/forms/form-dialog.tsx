import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** The values of a form's fields by name. */
export const formValues = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as Record<string, string>

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
export function FormDialog({
  title,
  note,
  wide = false,
  submitLabel,
  busy,
  disabled = false,
  onSubmit,
  onClose,
  children,
}: Props) {
  return (
    <Dialog open onClose={onClose} title={title} note={note} wide={wide}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(formValues(event.currentTarget))
        }}
      >
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
