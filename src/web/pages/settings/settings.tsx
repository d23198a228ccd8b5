import { Link, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/shell/page.tsx'
import { useSession } from '#web/shell/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Forbidden, Loading, NotThere } from '#web/ui/states.tsx'
import { Account } from './account.tsx'

const tabs = () => [
  { key: 'profile', label: t('Profile'), page: Account },
  { key: 'organization', label: t('Organization'), page: OrganizationPage },
  { key: 'members', label: t('Members'), page: MembersPage },
  { key: 'api', label: t('API keys & policy'), page: ApiPage },
  { key: 'webhooks', label: t('Webhooks'), page: WebhooksPage },
  { key: 'requests', label: t('Requests'), page: RequestsPage },
  { key: 'alerts', label: t('Alerts'), page: AlertsPage },
  { key: 'activity', label: t('Activity'), page: ActivityPage, admin: true },
  { key: 'system', label: t('System'), page: SystemPage, admin: true },
]

const OrganizationPage = lazy(() => import('./organization.tsx').then((m) => ({ default: m.OrganizationSettings })))
const MembersPage = lazy(() => import('./members.tsx').then((m) => ({ default: m.Members })))
const ApiPage = lazy(() => import('./api.tsx').then((m) => ({ default: m.ApiSettings })))
const WebhooksPage = lazy(() => import('./webhooks.tsx').then((m) => ({ default: m.Webhooks })))
const RequestsPage = lazy(() => import('./requests.tsx').then((m) => ({ default: m.Requests })))
const AlertsPage = lazy(() => import('./alerts.tsx').then((m) => ({ default: m.Alerts })))
const ActivityPage = lazy(() => import('./activity.tsx').then((m) => ({ default: m.Activity })))
const SystemPage = lazy(() => import('./system.tsx').then((m) => ({ default: m.System })))

export function Settings() {
  const { tab } = useParams({ strict: false }) as { tab: string }
  const { isAdmin } = useSession()
  const all = tabs()
  const here = all.find(({ key }) => key === tab)
  const Content = here?.page
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // On a phone the tabs stand in one line that is longer than the screen.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (current) nav.current!.scrollLeft = current.offsetLeft - nav.current!.offsetLeft - 16
  }, [tab])
  return (
    <Page title={t('Settings')}>
      <div className="grid gap-6 md:grid-cols-[180px_minmax(0,1fr)]">
        <nav ref={nav} aria-label={t('Settings')} className="flex gap-0.5 overflow-x-auto md:flex-col">
          {all
            .filter(({ admin }) => !admin || isAdmin)
            .map(({ key, label }) => (
              <Link
                key={key}
                to={`/settings/${key}`}
                aria-current={key === tab ? 'page' : undefined}
                className={cx(
                  'rounded-md px-2.5 py-1.5 text-sm whitespace-nowrap',
                  key === tab ? 'bg-sunken font-medium' : 'text-soft hover:bg-hover',
                )}
              >
                {label}
              </Link>
            ))}
        </nav>
        <div className="grid min-w-0 max-w-3xl content-start gap-5">
          {!Content ? (
            <NotThere what={t('page')} />
          ) : here.admin && !isAdmin ? (
            <Forbidden />
          ) : (
            <Suspense fallback={<Loading />}>
              <Content />
            </Suspense>
          )}
        </div>
      </div>
    </Page>
  )
}
