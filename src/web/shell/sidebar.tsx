import { Bookmark, type LucideIcon, Plus, Search, UsersRound } from 'lucide-react'
import { useApiQuery } from '#web/api/hooks.ts'
import { May } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { usePathname } from '#web/routes/navigation.ts'
import { type Path, paths, storedPath } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { type NavItem, navItems } from './navigation.tsx'
import { useShell } from './shell-context.ts'
import { UserMenu } from './user-menu.tsx'

const groups = ['listen', 'understand', 'plan', 'manage'] as const

export function Sidebar({ onGo }: { onGo?: () => void }) {
  const { openMenu } = useShell()
  const items = navItems()
  return (
    <div className="flex h-full flex-col gap-2 p-2">
      <UserMenu />
      <button
        type="button"
        onClick={() => {
          onGo?.()
          openMenu()
        }}
        className={cx(
          'flex h-8 items-center gap-2 rounded-md border border-line bg-panel px-2 text-sm text-faint shadow-xs',
          'hover:border-line-strong',
        )}
      >
        <Search className="size-3.5" />
        <span className="flex-1 truncate text-start">{t('Search…')}</span>
        <Kbd keys="mod K" />
      </button>
      <AddDataLink onGo={onGo} />
      <nav aria-label={t('Main')} className="min-h-0 flex-1 overflow-y-auto pt-1">
        {groups.map((group) => (
          <ul key={group} className="mb-3 grid gap-px">
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <SidebarItem key={item.to} item={item} onGo={onGo} />
              ))}
          </ul>
        ))}
        <SavedViews onGo={onGo} />
      </nav>
    </div>
  )
}

const AddDataLink = ({ onGo }: { onGo: (() => void) | undefined }) => (
  <May op="bulkFeedback">
    <Link
      to={paths.add()}
      onClick={onGo}
      className="flex h-[30px] items-center gap-2.5 rounded-md px-2 text-sm text-soft hover:bg-hover hover:text-ink"
    >
      <Plus className="size-4 shrink-0 text-faint" strokeWidth={1.8} />
      {t('Add data')}
    </Link>
  </May>
)

const firstPart = (path: string) => path.split('/')[1]!
/** Pages that belong to the one that the navigation names. */
const alsoCurrent: Record<string, string> = {
  surveys: firstPart(paths.nps()),
  subthemes: firstPart(paths.themes()),
  segments: firstPart(paths.contacts()),
  accounts: firstPart(paths.contacts()),
}

function isCurrent(path: string, to: Path): boolean {
  const [current, first] = [firstPart(path), firstPart(to)]
  return current === first || alsoCurrent[current] === first
}

type SidebarItemProps = { item: NavItem; onGo: (() => void) | undefined }

function SidebarItem({ item: { to, label, key, icon: Icon }, onGo }: SidebarItemProps) {
  const path = usePathname()
  const current = isCurrent(path, to)
  return (
    <li>
      <Link
        to={to}
        onClick={onGo}
        aria-current={current ? 'page' : undefined}
        className={cx(
          'group flex h-[30px] items-center gap-2.5 rounded-md px-2 text-sm',
          current ? 'bg-accent-soft font-medium text-accent-text' : 'text-soft hover:bg-hover hover:text-ink',
        )}
      >
        <Icon className={cx('size-4 shrink-0', current ? 'text-accent-text' : 'text-faint')} strokeWidth={1.8} />
        <span className="flex-1 truncate">{label}</span>
        {to === paths.inbox() && <InboxCount />}
        <span className="hidden group-hover:inline-flex">
          <Kbd keys={`G ${key.toUpperCase()}`} />
        </span>
      </Link>
    </li>
  )
}

function InboxCount() {
  const { data } = useApiQuery('getInboxCounts')
  if (!data || data.new === 0) return null
  return (
    <span className="text-xs text-faint tabular-nums group-hover:hidden">
      {formatNumber(data.new)}
      <span className="sr-only"> {t('new')}</span>
    </span>
  )
}

function SavedViews({ onGo }: { onGo: (() => void) | undefined }) {
  const { data } = useApiQuery('listViews')
  const views = data?.data.filter((view) => view.pinned) ?? []
  return (
    <>
      <PinnedViews title={t('Views')} icon={Bookmark} views={views.filter((view) => view.mine)} onGo={onGo} />
      <PinnedViews title={t('Shared views')} icon={UsersRound} views={views.filter((view) => !view.mine)} onGo={onGo} />
    </>
  )
}

type PinnedProps = {
  title: string
  icon: LucideIcon
  views: readonly { id: string; name: string; path: string; user_name: string; mine: boolean }[]
  onGo: (() => void) | undefined
}

function PinnedViews({ title, icon: Icon, views, onGo }: PinnedProps) {
  if (views.length === 0) return null
  return (
    <section className="mb-3">
      <h2 className="px-2 pb-1 text-2xs font-medium text-faint">{title}</h2>
      <ul className="grid gap-px">
        {views.map(({ id, name, path, user_name, mine }) => (
          <li key={id}>
            <Link
              to={storedPath(path)}
              onClick={onGo}
              title={mine ? undefined : user_name}
              className={cx(
                'flex h-[30px] items-center gap-2.5 rounded-md px-2 text-sm text-soft',
                'hover:bg-hover hover:text-ink',
              )}
            >
              <Icon className="size-4 shrink-0 text-faint" strokeWidth={1.8} />
              <span className="truncate">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
