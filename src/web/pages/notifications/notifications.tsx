import { CheckCheck, Settings } from 'lucide-react'
import { type InputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { notificationKindLabels, toOptions } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { selectedChoice, useFilters } from '#web/routes/use-filters.ts'
import { Page } from '#web/shell/page.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { ShowMore } from '#web/ui/lists/show-more.tsx'
import { ListState } from '#web/ui/query-state.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { NotificationItem } from './notification-item.tsx'

const states = ['unread', 'all', 'snoozed'] as const

export function NotificationsPage() {
  const [filters] = useFilters()
  const state = selectedChoice(states, filters.state)
  const kind = filters.kind as NonNullable<InputOf<'listNotifications'>['kind']>[number] | undefined
  const list = useApiList('listNotifications', { state, ...(kind && { kind: [kind] }) })
  return (
    <Page title={t('Notifications')} narrow actions={<Actions />} toolbar={<Filters state={state} />}>
      <ListState list={list} empty={<p className="py-12 text-center text-sm text-faint">{emptyText(state)}</p>}>
        <ul className="overflow-hidden rounded-xl border border-line bg-panel">
          {list.items.map((one) => (
            <NotificationItem key={one.id} notification={one} />
          ))}
        </ul>
        <ShowMore list={list} busy={list.isFetchingNextPage} />
      </ListState>
    </Page>
  )
}

const emptyText = (state: (typeof states)[number]) =>
  ({
    unread: t('You have read everything.'),
    all: t('No notifications yet.'),
    snoozed: t('Nothing is snoozed.'),
  })[state]

function Actions() {
  const mark = useApiMutation('markNotificationsRead', { successMessage: t('Marked as read') })
  return (
    <>
      <Button size="sm" icon={CheckCheck} busy={mark.isPending} onClick={() => mark.mutate({})}>
        {t('Mark all as read')}
      </Button>
      <Link to={paths.settings('notifications')} className={buttonClass('plain', 'sm')}>
        <Settings className="size-3.5" aria-hidden />
        {t('Settings')}
      </Link>
    </>
  )
}

function Filters({ state }: { state: (typeof states)[number] }) {
  const [filters, setFilters] = useFilters()
  return (
    <>
      <Tabs
        label={t('Which notifications')}
        value={state}
        onChange={(next) => setFilters({ state: next })}
        tabs={[
          { key: 'unread', label: t('Unread') },
          { key: 'all', label: t('All') },
          { key: 'snoozed', label: t('Snoozed') },
        ]}
      />
      <div className="ms-auto">
        <SelectField
          label={t('Kind')}
          hideLabel
          value={filters.kind ?? ''}
          onChange={(event) => setFilters({ kind: event.target.value || undefined })}
          options={[{ value: '', label: t('All kinds') }, ...toOptions(notificationKindLabels())]}
        />
      </div>
    </>
  )
}
