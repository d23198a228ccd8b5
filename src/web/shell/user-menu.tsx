import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookOpen, Building2, ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { prefer, usePreferences } from '#web/preferences.ts'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import { useSession } from './session.ts'
import { useShell } from './shell-context.ts'
import { useSignOut } from './sign-out.ts'

export function Logo({ className = 'size-6' }: { className?: string }) {
  return <img src="/favicon.svg" alt="" className={className} />
}

export function UserMenu() {
  const { user, organization } = useSession()
  const items = useItems()
  return (
    <Menu
      align="start"
      items={items}
      trigger={
        <button type="button" className="flex h-10 items-center gap-2.5 rounded-md px-1.5 text-start hover:bg-hover">
          <Logo />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm leading-4 font-semibold">{organization?.name ?? 'Earshot'}</span>
            <span className="block truncate text-2xs text-faint">{user?.name}</span>
          </span>
          <ChevronsUpDown className="size-3.5 text-faint" />
          <span className="sr-only">{t('Account and organization')}</span>
        </button>
      }
    />
  )
}

function useItems(): MenuItem[] {
  const { organizations, organization } = useSession()
  const { theme } = usePreferences()
  const navigate = useNavigate()
  const { openHelp } = useShell()
  const signOut = useSignOut()
  const cache = useQueryClient()
  const change = useCall('switchOrganization', {
    onDone(session) {
      cache.clear()
      cache.setQueryData(['session', 'getSession', {}], session)
      void navigate({ to: '/' })
    },
  })
  const themes = [
    ['light', t('Light'), <Sun key="l" />],
    ['dark', t('Dark'), <Moon key="d" />],
    ['system', t('As the system'), <Monitor key="s" />],
  ] as const
  return [
    ...(organizations.length > 1
      ? [
          { heading: t('Organizations') },
          ...organizations.map((one): MenuItem => ({
            label: one.name,
            icon: <Building2 />,
            checked: one.id === organization?.id,
            run: () => change.mutate({ org_id: one.id }),
          })),
          'line' as const,
        ]
      : []),
    { label: t('Settings'), icon: <Settings />, keys: 'G ,', run: () => void navigate({ to: paths.settings }) },
    { label: t('Keyboard shortcuts'), icon: <Keyboard />, keys: '?', run: openHelp },
    { label: t('Documentation'), icon: <BookOpen />, run: () => void navigate({ to: paths.docs }) },
    'line',
    { heading: t('Appearance') },
    ...themes.map(([key, label, icon]): MenuItem => ({
      label,
      icon,
      checked: theme === key,
      run: () => prefer({ theme: key }),
    })),
    'line',
    { label: t('Sign out'), icon: <LogOut />, run: signOut },
  ]
}
