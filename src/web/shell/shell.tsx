import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { isTyping, useKeys } from '#web/keys.ts'
import { prefer, preferences, usePreferences } from '#web/preferences.ts'
import { Sheet } from '#web/ui/dialog.tsx'
import { toast, undoLatest } from '#web/ui/toast.tsx'
import { places } from './places.tsx'
import { useSession } from './session.ts'
import { ShellContext } from './shell-context.ts'
import { NoOrganization } from './no-organization.tsx'
import { DemoBanner, OfflineBanner } from './banners.tsx'
import { Sidebar } from './sidebar.tsx'

const CommandMenu = lazy(() => import('./command-menu.tsx').then(({ CommandMenu: menu }) => ({ default: menu })))
const KeyHelp = lazy(() => import('./key-help.tsx').then(({ KeyHelp: help }) => ({ default: help })))

export function Shell() {
  const [menu, setMenu] = useState(false)
  const [help, setHelp] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const { sidebar } = usePreferences()
  const { organization } = useSession()
  useCommandKey(() => setMenu(true))
  useGoKeys()
  useKeys({
    '?': () => setHelp(true),
    '[': () => prefer({ sidebar: preferences().sidebar === 'open' ? 'closed' : 'open' }),
    z: () => void (undoLatest() || toast({ title: t('There is nothing to undo') })),
  })
  return (
    <ShellContext
      value={{ openMenu: () => setMenu(true), openDrawer: () => setDrawer(true), openHelp: () => setHelp(true) }}
    >
      <a
        href="#main"
        className="fixed start-2 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-accent-ink focus:translate-y-0"
      >
        {t('Skip to content')}
      </a>
      <div className="flex h-dvh overflow-hidden">
        {sidebar === 'open' && (
          <aside className="hidden w-[228px] shrink-0 border-e border-line bg-bg md:block">
            <Sidebar />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col bg-panel">
          <OfflineBanner />
          <DemoBanner />
          {organization ? <Outlet /> : <NoOrganization />}
        </div>
      </div>
      <Sheet open={drawer} onClose={() => setDrawer(false)} title={t('Navigation')} side="start">
        <Sidebar onGo={() => setDrawer(false)} />
      </Sheet>
      <Suspense>
        {menu && <CommandMenu onClose={() => setMenu(false)} />}
        {help && <KeyHelp onClose={() => setHelp(false)} />}
      </Suspense>
    </ShellContext>
  )
}

function useCommandKey(open: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey)) return
      if (event.key.toLowerCase() === 'k') open()
      else if (event.key === '.')
        void navigator.clipboard.writeText(location.href).then(() => toast({ title: t('Link copied') }))
      else return
      event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}

const patienceMs = 1200

/** G, then a letter: the screens by name. */
function useGoKeys() {
  const navigate = useNavigate()
  const since = useRef(0)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || !preferences().singleKeys) return
      const key = event.key.toLowerCase()
      const place = Date.now() - since.current < patienceMs ? places().find((one) => one.key === key) : undefined
      since.current = key === 'g' && !place ? Date.now() : 0
      if (!place) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void navigate({ to: place.to })
    }
    // Before the keys of the screen, which may mean something else by the same letter.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [navigate])
}
