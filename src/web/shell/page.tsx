import { ChevronRight, Menu as MenuIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import type { Path } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ParentPage } from '#web/ui/states.tsx'
import { NotificationBell } from './notifications/bell.tsx'
import { JobsIndicator } from './jobs/jobs-indicator.tsx'
import { useShell } from './shell-context.ts'

type Props = {
  title: string
  /** The title of the browser tab where it says more than the heading. */
  documentTitle?: string | undefined
  /** The breadcrumb before the title. */
  parent?: { label: string; to: Path }
  note?: ReactNode
  actions?: ReactNode
  toolbar?: ReactNode
  /** The content scrolls itself. */
  fill?: boolean
  narrow?: boolean
  children: ReactNode
}

const headerClass = cx(
  'flex min-h-13 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2',
  'md:px-6',
)
const toolbarClass = cx(
  'relative flex shrink-0 items-center gap-2 overflow-x-auto border-b border-line px-4 py-2 [scrollbar-width:none]',
  '*:shrink-0 md:flex-wrap md:overflow-visible md:px-6',
)

export function Page({ toolbar, fill = false, narrow = false, documentTitle, children, ...header }: Props) {
  const { parent } = header
  const name = documentTitle ?? header.title
  useEffect(() => {
    document.title = `${name} · Earshot`
  }, [name])
  const content = <ParentPage value={parent}>{children}</ParentPage>
  return (
    <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
      <PageHeader {...header} />
      {toolbar && <div className={toolbarClass}>{toolbar}</div>}
      {fill ? (
        <div className="relative flex min-h-0 flex-1 flex-col">{content}</div>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto" data-scroll>
          <div className={cx('mx-auto px-4 py-5 md:px-6', narrow ? 'max-w-3xl' : 'max-w-6xl')}>{content}</div>
        </div>
      )}
    </main>
  )
}

function PageHeader({ title, parent, note, actions }: Pick<Props, 'title' | 'parent' | 'note' | 'actions'>) {
  const { openDrawer } = useShell()
  return (
    <header className={headerClass}>
      <IconButton label={t('Open navigation')} icon={MenuIcon} isLarge className="md:hidden" onClick={openDrawer} />
      {parent && (
        <nav aria-label={t('Breadcrumb')} className="flex items-center gap-1.5 text-sm text-faint">
          <Link to={parent.to} className="hover:text-ink hover:underline">
            {parent.label}
          </Link>
          <ChevronRight className="size-3.5" />
        </nav>
      )}
      <div className="flex min-w-36 flex-1 items-center gap-3">
        <h1 title={title} className="truncate text-base font-semibold">
          {title}
        </h1>
        {note && <span className="shrink-0 text-xs text-faint tabular-nums">{note}</span>}
      </div>
      <div className="ms-auto flex flex-wrap items-center justify-end gap-1.5">
        <JobsIndicator />
        <NotificationBell />
        {actions}
      </div>
    </header>
  )
}
