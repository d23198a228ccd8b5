import { Maximize2, X } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import type { Path } from '#web/routes/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { Loading } from '#web/ui/states.tsx'

type PeekProps = {
  id: string | undefined
  title: string
  to: (id: string) => Path
  onClose: () => void
  children: (id: string) => ReactNode
}

/** Opens an object of a list in a side panel; the URL says which. */
export function Peek({ id, title, to, onClose, children }: PeekProps) {
  return (
    <Sheet open={id !== undefined} onClose={onClose} title={title}>
      {id !== undefined && (
        <>
          <header className="flex items-center gap-1 border-b border-line px-4 py-2">
            <span className="flex-1 text-xs text-faint">{title}</span>
            <Link
              to={to(id)}
              aria-label={t('Open as a page')}
              className={cx(
                'inline-flex size-7 items-center justify-center rounded-md text-faint',
                'hover:bg-hover hover:text-ink',
              )}
            >
              <Maximize2 className="size-4" />
            </Link>
            <IconButton label={t('Close')} icon={X} isLarge onClick={onClose} />
          </header>
          <div className="@container grid min-h-0 flex-1 grid-cols-1 content-start gap-6 overflow-y-auto p-5">
            <Suspense fallback={<Loading />}>{children(id)}</Suspense>
          </div>
        </>
      )}
    </Sheet>
  )
}
