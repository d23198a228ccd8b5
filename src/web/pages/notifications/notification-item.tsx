import {
  AlarmClock,
  AtSign,
  Check,
  FileUp,
  GitPullRequestArrow,
  type LucideIcon,
  MessageSquare,
  Reply,
  RotateCcw,
  UserRoundCheck,
  Webhook,
} from 'lucide-react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { storedPath } from '#web/routes/paths.ts'
import { snoozeTimes } from '#web/snooze-times.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import type { NotificationKind } from '#vocabulary/discussions.ts'

type Notification = ItemOf<'listNotifications'>

const icons: Readonly<Record<NotificationKind, LucideIcon>> = {
  mention: AtSign,
  reply: Reply,
  assigned: UserRoundCheck,
  comment: MessageSquare,
  proposal: GitPullRequestArrow,
  import: FileUp,
  webhook: Webhook,
}

/** The member who caused it last, and how many others did. */
function actorsText({ actors }: Notification): string {
  const name = actors[0]?.name ?? t('A former member')
  return actors.length > 1
    ? t('{name} and {count, one {another member} other {# others}}', { name, count: actors.length - 1 })
    : name
}

function sentenceOf(notification: Notification): string {
  const { kind, event_count: count } = notification
  const name = actorsText(notification)
  return {
    mention: t('{name} mentioned you', { name }),
    reply: t('{name} replied to you', { name }),
    assigned: t('{name} made you the owner', { name }),
    comment: count > 1 ? t('{count} new comments by {name}', { count, name }) : t('{name} wrote a comment', { name }),
    proposal: t('Changes were proposed'),
    import: t('An import has ended'),
    webhook: t('A webhook keeps failing'),
  }[kind]
}

export function NotificationItem({ notification }: { notification: Notification }) {
  const update = useApiMutation('updateNotification')
  const { id, kind, title, url, read_at, updated_at } = notification
  const Icon = icons[kind]
  const isRead = read_at !== null
  const content = (
    <>
      <span className={cx('block text-sm', !isRead && 'font-medium')}>{sentenceOf(notification)}</span>
      <span className="block truncate text-sm text-soft">{title ?? t('It was deleted since.')}</span>
    </>
  )
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
      <Icon className={cx('size-4 shrink-0', isRead ? 'text-faint' : 'text-accent-text')} aria-hidden />
      {title === null ? (
        <div className="min-w-0 flex-1">{content}</div>
      ) : (
        <Link
          to={storedPath(url)}
          className="min-w-0 flex-1 hover:underline"
          onClick={() => !isRead && update.mutate({ notificationId: id, read: true })}
        >
          {content}
        </Link>
      )}
      <TimeAgo at={updated_at} className="shrink-0 text-xs text-faint" />
      <RowActions notification={notification} />
    </li>
  )
}

function RowActions({ notification: { id, read_at, snoozed_until } }: { notification: Notification }) {
  const update = useApiMutation('updateNotification')
  const change = (fields: { read?: boolean; snoozed_until?: string | null }) =>
    update.mutate({ notificationId: id, ...fields })
  const isSnoozed = snoozed_until !== null && Date.parse(snoozed_until) > Date.now()
  return (
    <span className="flex shrink-0">
      <IconButton
        label={read_at === null ? t('Mark as read') : t('Mark as unread')}
        icon={read_at === null ? Check : RotateCcw}
        onClick={() => change({ read: read_at === null })}
      />
      <Menu
        trigger={<IconButton label={t('Snooze')} icon={AlarmClock} />}
        items={[
          ...snoozeTimes().map(([label, at]) => ({ label, run: () => change({ snoozed_until: at.toISOString() }) })),
          ...(isSnoozed ? [{ label: t('Show again now'), run: () => change({ snoozed_until: null }) }] : []),
        ]}
      />
    </span>
  )
}
