import { useQueryClient } from '@tanstack/react-query'
import { BookOpen, Building2, ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { setPreferences, usePreferences } from '#web/preferences.ts'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { useSession } from './session/use-session.ts'
import { useShell } from './shell-context.ts'
import { useSignOut } from './session/use-sign-out.ts'

export function Logo({ className = 'size-6' }: { className?: string }) {
  // The page contains its icon, so that it needs no request.
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href
  return <img src={icon} alt="" className={className} />
}

export function UserMenu() {
  const { user, organization } = useSession()
  const items = useMenuItems()
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

function useOrganizationItems(): MenuItem[] {
  const { organizations, organization } = useSession()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const switchTo = useApiMutation('switchOrganization', {
    onSuccess(session) {
      cache.clear()
      cache.setQueryData(['session', 'getSession', {}], session)
      void navigate(paths.dashboard())
    },
  })
  if (organizations.length < 2) return []
  return [
    { heading: t('Organizations') },
    ...organizations.map((one): MenuItem => ({
      label: one.name,
      icon: <Building2 />,
      checked: one.id === organization?.id,
      run: () => switchTo.mutate({ org_id: one.id }),
    })),
    'line',
  ]
}

function useThemeItems(): MenuItem[] {
  const { theme } = usePreferences()
  const themes = [
    ['light', t('Light'), <Sun key="l" />],
    ['dark', t('Dark'), <Moon key="d" />],
    ['system', t('System'), <Monitor key="s" />],
  ] as const
  return themes.map(([key, label, icon]): MenuItem => ({
    label,
    icon,
    checked: theme === key,
    run: () => setPreferences({ theme: key }),
  }))
}

function useMenuItems(): MenuItem[] {
  const navigate = useNavigate()
  const { openHelp } = useShell()
  const signOut = useSignOut()
  const organizationItems = useOrganizationItems()
  const themeItems = useThemeItems()
  return [
    ...organizationItems,
    { label: t('Settings'), icon: <Settings />, keys: 'G ,', run: () => void navigate(paths.settings('profile')) },
    { label: t('Keyboard shortcuts'), icon: <Keyboard />, keys: '?', run: openHelp },
    { label: t('Documentation'), icon: <BookOpen />, run: () => void navigate(paths.docs()) },
    'line',
    { heading: t('Appearance') },
    ...themeItems,
    'line',
    { label: t('Sign out'), icon: <LogOut />, run: signOut },
  ]
}
