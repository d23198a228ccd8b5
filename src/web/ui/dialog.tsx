import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { TextField } from './field.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  note?: ReactNode
  children?: ReactNode
  foot?: ReactNode
  wide?: boolean
  firm?: boolean
}

const veil = 'fixed inset-0 z-40 bg-[rgb(20_18_16/35%)] animate-[fade_120ms] dark:bg-[rgb(0_0_0/60%)]'

/** Nothing in it has the focus yet: the panel takes it, for a focused picture button would open its tip over the words. */
function focusContent(event: Event) {
  event.preventDefault()
  ;(event.currentTarget as HTMLElement | null)?.focus()
}

/** `firm` does not close by a click beside it or by Escape. */
export function Dialog({ open, onClose, title, note, children, foot, wide = false, firm = false }: Props) {
  const stay = (event: Event) => firm && event.preventDefault()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={veil} />
        <Radix.Content
          onPointerDownOutside={stay}
          onEscapeKeyDown={stay}
          onOpenAutoFocus={focusContent}
          {...(!note && { 'aria-describedby': undefined })}
          className={cx(
            'fixed inset-x-0 top-[12vh] z-50 mx-auto flex max-h-[80vh] w-[calc(100vw-24px)] flex-col rounded-xl border border-line bg-panel shadow-pop animate-[rise_140ms_ease-out]',
            wide ? 'max-w-2xl' : 'max-w-md',
          )}
        >
          <header className="flex items-start gap-3 px-5 pt-4 pb-1">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {note && <Radix.Description className="mt-1 text-sm text-soft">{note}</Radix.Description>}
            </div>
            {!firm && (
              <Radix.Close asChild>
                <IconButton label={t('Close')} icon={<X className="size-4" />} />
              </Radix.Close>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-3">{children}</div>
          {foot && <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{foot}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type SheetProps = { open: boolean; onClose: () => void; title: string; children: ReactNode; side?: 'start' | 'end' }

/** A panel at the side of the screen; the list behind stays where it was. */
export function Sheet({ open, onClose, title, children, side = 'end' }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={veil} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusContent}
          className={cx(
            'fixed inset-y-0 z-50 flex flex-col border-line bg-panel shadow-pop',
            side === 'end'
              ? 'end-0 w-[min(560px,100vw)] border-s animate-[slide_160ms_ease-out]'
              : 'start-0 w-[264px] border-e',
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type ConfirmProps = {
  open: boolean
  onClose: () => void
  onYes: () => void
  title: string
  note: ReactNode
  yes: string
  busy?: boolean
  typeName?: string
}

/** What cannot be taken back is confirmed by typing its name. */
export function Confirm({ open, onClose, onYes, title, note, yes, busy, typeName }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      note={note}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            look={typeName ? 'danger' : 'primary'}
            busy={busy ?? false}
            disabled={typeName !== undefined && typed !== typeName}
            onClick={onYes}
          >
            {yes}
          </Button>
        </>
      }
    >
      {typeName && (
        <TextField
          label={t('Type {name} to confirm', { name: typeName })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
        />
      )}
    </Dialog>
  )
}
