import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useRouteParams } from '#web/routes/navigation.ts'
import { paths, type SettingsTab } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { cx } from '#web/ui/cx.ts'
import { Forbidden, Loading, NotFound } from '#web/ui/states.tsx'
import { Account } from './account/account.tsx'

type Tab = { key: SettingsTab; label: string; page: ComponentType; adminOnly?: boolean }

const tabs = (): Tab[] => [
  { key: 'profile', label: t('Profile'), page: Account },
  { key: 'notifications', label: t('Notifications'), page: NotificationsPage },
  { key: 'organization', label: t('Organization'), page: OrganizationPage },
  { key: 'members', label: t('Members'), page: MembersPage },
  { key: 'api', label: t('API keys & policy'), page: ApiPage },
  { key: 'assistants', label: t('Assistants'), page: AssistantsPage },
  { key: 'webhooks', label: t('Webhooks'), page: WebhooksPage },
  { key: 'requests', label: t('Requests'), page: RequestsPage },
  { key: 'share-links', label: t('Share links'), page: ShareLinksPage },
  { key: 'alerts', label: t('Alerts'), page: AlertsPage },
  { key: 'channels', label: t('Channels'), page: ChannelsPage, adminOnly: true },
  { key: 'widgets', label: t('Feedback widget'), page: WidgetsPage, adminOnly: true },
  { key: 'scoring', label: t('Scoring'), page: ScoringPage, adminOnly: true },
  { key: 'custom-fields', label: t('Custom fields'), page: CustomFieldsPage, adminOnly: true },
  { key: 'privacy', label: t('Privacy'), page: PrivacyPage, adminOnly: true },
  { key: 'language-model', label: t('Language model'), page: LanguageModelPage, adminOnly: true },
  { key: 'audit', label: t('Audit log'), page: AuditPage, adminOnly: true },
  { key: 'activity', label: t('Activity'), page: ActivityPage, adminOnly: true },
  { key: 'system', label: t('System'), page: SystemPage, adminOnly: true },
]

const NotificationsPage = lazy(() =>
  import('./notifications/notification-settings.tsx').then((m) => ({ default: m.NotificationSettings })),
)
const OrganizationPage = lazy(() =>
  import('./organization/organization-settings.tsx').then((m) => ({ default: m.OrganizationSettings })),
)
const MembersPage = lazy(() => import('./members.tsx').then((m) => ({ default: m.Members })))
const ApiPage = lazy(() => import('./api/api-settings.tsx').then((m) => ({ default: m.ApiSettings })))
const AssistantsPage = lazy(() => import('./assistants/assistants.tsx').then((m) => ({ default: m.Assistants })))
const WebhooksPage = lazy(() => import('./webhooks.tsx').then((m) => ({ default: m.Webhooks })))
const RequestsPage = lazy(() => import('./requests.tsx').then((m) => ({ default: m.Requests })))
const AlertsPage = lazy(() => import('./alerts.tsx').then((m) => ({ default: m.Alerts })))
const ShareLinksPage = lazy(() => import('./share-links/share-links.tsx').then((m) => ({ default: m.ShareLinks })))
const ChannelsPage = lazy(() => import('./channels.tsx').then((m) => ({ default: m.Channels })))
const WidgetsPage = lazy(() => import('./widgets/widgets.tsx').then((m) => ({ default: m.Widgets })))
const ScoringPage = lazy(() => import('./scoring/scoring-methods.tsx').then((m) => ({ default: m.ScoringMethods })))
const CustomFieldsPage = lazy(() =>
  import('./custom-fields/custom-fields.tsx').then((m) => ({ default: m.CustomFieldSettings })),
)
const PrivacyPage = lazy(() => import('./privacy/privacy-settings.tsx').then((m) => ({ default: m.PrivacySettings })))
const LanguageModelPage = lazy(() =>
  import('./language-model/language-model-settings.tsx').then((m) => ({ default: m.LanguageModelSettings })),
)
const AuditPage = lazy(() => import('./audit/audit-log.tsx').then((m) => ({ default: m.AuditLog })))
const ActivityPage = lazy(() => import('./activity.tsx').then((m) => ({ default: m.Activity })))
const SystemPage = lazy(() => import('./system.tsx').then((m) => ({ default: m.System })))

export function SettingsPage() {
  const { tab: key } = useRouteParams<'settings'>()
  const { isAdmin } = useSession()
  const all = tabs()
  const tab = all.find((one) => one.key === key)
  return (
    <Page title={t('Settings')} documentTitle={tab && `${tab.label} · ${t('Settings')}`}>
      <div className="grid gap-6 md:grid-cols-[180px_minmax(0,1fr)]">
        <SettingsNav tabs={all.filter(({ adminOnly }) => !adminOnly || isAdmin)} current={key} />
        <div className="grid min-w-0 max-w-3xl content-start gap-5">
          <TabContent tab={tab} isAdmin={isAdmin} />
        </div>
      </div>
    </Page>
  )
}

function TabContent({ tab, isAdmin }: { tab: Tab | undefined; isAdmin: boolean }) {
  if (!tab) return <NotFound what={t('page')} />
  if (tab.adminOnly && !isAdmin) return <Forbidden />
  const Content = tab.page
  return (
    <Suspense fallback={<Loading />}>
      <Content />
    </Suspense>
  )
}

function SettingsNav({ tabs: items, current }: { tabs: Tab[]; current: string }) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the tabs are one row that is wider than the screen: scroll the current one into view.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (link) nav.current!.scrollLeft = link.offsetLeft - nav.current!.offsetLeft - 16
  }, [current])
  return (
    <nav ref={nav} aria-label={t('Settings')} className="flex gap-0.5 overflow-x-auto md:flex-col">
      {items.map(({ key, label }) => (
        <Link
          key={key}
          to={paths.settings(key)}
          aria-current={key === current ? 'page' : undefined}
          className={cx(
            'rounded-md px-2.5 py-1.5 text-sm whitespace-nowrap',
            key === current ? 'bg-sunken font-medium' : 'text-soft hover:bg-hover',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
