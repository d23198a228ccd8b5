import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  note?: ReactNode
  children?: ReactNode
  footer?: ReactNode
  wide?: boolean
  /** Closed only by its own buttons, not by Escape or a click outside. */
  persistent?: boolean
}

const overlayClass = 'fixed inset-0 z-40 bg-[rgb(20_18_16/35%)] animate-[fade_120ms] dark:bg-[rgb(0_0_0/60%)]'
const dialogClass = cx(
  'fixed inset-x-0 top-[12vh] z-50 mx-auto flex max-h-[80vh] w-[calc(100vw-24px)] flex-col rounded-xl border',
  'border-line bg-panel shadow-pop animate-[rise_140ms_ease-out]',
)

/** Focuses the panel: a focused icon button would open its tooltip over the text. */
function focusContent(event: Event) {
  event.preventDefault()
  ;(event.currentTarget as HTMLElement | null)?.focus()
}

export function Dialog({ open, onClose, title, note, children, footer, wide = false, persistent = false }: Props) {
  const preventClose = (event: Event) => persistent && event.preventDefault()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          onPointerDownOutside={preventClose}
          onEscapeKeyDown={preventClose}
          onOpenAutoFocus={focusContent}
          {...(!note && { 'aria-describedby': undefined })}
          className={cx(dialogClass, wide ? 'max-w-2xl' : 'max-w-md')}
        >
          <DialogHeader title={title} note={note} closable={!persistent} />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-3">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const DialogHeader = ({ title, note, closable }: { title: string; note: ReactNode; closable: boolean }) => (
  <header className="flex items-start gap-3 px-5 pt-4 pb-1">
    <div className="min-w-0 flex-1">
      <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
      {note && <Radix.Description className="mt-1 text-sm text-soft">{note}</Radix.Description>}
    </div>
    {closable && (
      <Radix.Close asChild>
        <IconButton label={t('Close')} icon={X} isLarge />
      </Radix.Close>
    )}
  </header>
)

type SheetProps = { open: boolean; onClose: () => void; title: string; children: ReactNode; side?: 'start' | 'end' }

/** A panel at the side of the screen; the list behind it keeps its scroll position. */
export function Sheet({ open, onClose, title, children, side = 'end' }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
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
