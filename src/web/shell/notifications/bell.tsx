import { Bell } from 'lucide-react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

const pollIntervalMs = 30_000
const maxShown = 99

const linkClass = cx(
  'relative inline-flex size-7 items-center justify-center rounded-md text-faint',
  'hover:bg-hover hover:text-ink',
)
const countClass = cx(
  'absolute -end-0.5 -top-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold',
  'text-accent-ink tabular-nums',
)

/** The number of unread notifications, on every page; leads to them. */
export function NotificationBell() {
  const { data } = useApiQuery('countNotifications', {}, { refetchInterval: pollIntervalMs })
  const unread = data?.unread ?? 0
  const label =
    unread === 0 ? t('Notifications') : t('Notifications: {count, one {# unread} other {# unread}}', { count: unread })
  return (
    <Tooltip text={t('Notifications')} keys={undefined}>
      <Link to={paths.notifications()} aria-label={label} className={linkClass}>
        <Bell className="size-4" aria-hidden />
        {unread > 0 && (
          <span aria-hidden className={countClass}>
            {unread > maxShown ? `${maxShown}+` : unread}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}
