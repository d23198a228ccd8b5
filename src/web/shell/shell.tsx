import { type ReactNode, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { isTextInput, useHotkeys } from '#web/use-hotkeys.ts'
import { setPreferences, preferences, usePreferences } from '#web/preferences.ts'
import { cx } from '#web/ui/cx.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { toast, undoLatest } from '#web/toasts.ts'
import { RoleContext } from '#web/api/may.tsx'
import { navItems } from './navigation.tsx'
import { useSession } from './session/use-session.ts'
import { review } from './lookalikes/offer.ts'
import { ShellContext } from './shell-context.ts'
import { NoOrganization } from './no-organization.tsx'
import { DemoBanner, OfflineBanner, WebhookBanner } from './banners.tsx'
import { Sidebar } from './sidebar.tsx'

const CommandMenu = lazy(() =>
  import('./commands/command-menu.tsx').then(({ CommandMenu: menu }) => ({ default: menu })),
)
const ShortcutsDialog = lazy(() =>
  import('./commands/shortcuts-dialog.tsx').then(({ ShortcutsDialog: dialog }) => ({ default: dialog })),
)
const LookalikesReview = lazy(() =>
  import('./lookalikes/review-dialog.tsx').then(({ LookalikesReview: dialog }) => ({ default: dialog })),
)

const SecondFactorNeeded = lazy(() =>
  import('./session/second-factor-needed.tsx').then(({ SecondFactorNeeded: page }) => ({ default: page })),
)

/** Nothing else is shown to a person who has to set up a second factor first: every request would be refused. */
export function Shell({ children }: { children: ReactNode }) {
  const { secondFactor } = useSession()
  const [needed] = useState(secondFactor.required && !secondFactor.enabled)
  if (!needed) return <AppShell>{children}</AppShell>
  return (
    <Suspense>
      <SecondFactorNeeded />
    </Suspense>
  )
}

function AppShell({ children }: { children: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false)
  const [helpOpen, setHelpOpen] = useState(false)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const lookalikes = review.use()
  const { role } = useSession()
  useCommandKey(() => setMenuOpen(true))
  useGoKeys()
  useHotkeys({
    '?': () => setHelpOpen(true),
    '[': () => setPreferences({ sidebar: preferences().sidebar === 'open' ? 'closed' : 'open' }),
    z: () => void (undoLatest() || toast({ title: t('Nothing to undo') })),
  })
  const actions = {
    openMenu: () => setMenuOpen(true),
    openDrawer: () => setDrawerOpen(true),
    openHelp: () => setHelpOpen(true),
  }
  return (
    <RoleContext value={role}>
      <ShellContext value={actions}>
        <SkipLink />
        <Frame>{children}</Frame>
        <Sheet open={drawerOpen} onClose={() => setDrawerOpen(false)} title={t('Navigation')} side="start">
          <Sidebar onGo={() => setDrawerOpen(false)} />
        </Sheet>
        <Suspense>
          {menuOpen && <CommandMenu onClose={() => setMenuOpen(false)} />}
          {lookalikes && <LookalikesReview {...lookalikes} onClose={() => review.set(undefined)} />}
          {helpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
        </Suspense>
      </ShellContext>
    </RoleContext>
  )
}

const skipLinkClass = cx(
  'fixed start-2 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-2 text-accent-ink',
  'focus:translate-y-0',
)

const SkipLink = () => (
  <a href="#main" className={skipLinkClass}>
    {t('Skip to content')}
  </a>
)

/** The sidebar and the current page. */
function Frame({ children }: { children: ReactNode }) {
  const { sidebar } = usePreferences()
  const { organization } = useSession()
  return (
    <div className="flex h-dvh overflow-hidden">
      {sidebar === 'open' && (
        <aside className="hidden w-[228px] shrink-0 border-e border-line bg-bg md:block">
          <Sidebar />
        </aside>
      )}
      <div className="flex min-w-0 flex-1 flex-col bg-panel">
        <OfflineBanner />
        <DemoBanner />
        <WebhookBanner />
        {organization ? children : <NoOrganization />}
      </div>
    </div>
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

const sequenceTimeoutMs = 1200

/** G, then a letter: goes to a page. */
function useGoKeys() {
  const navigate = useNavigate()
  const since = useRef(0)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTextInput(event.target) || !preferences().singleKeys)
        return
      const key = event.key.toLowerCase()
      const item =
        Date.now() - since.current < sequenceTimeoutMs ? navItems().find((one) => one.key === key) : undefined
      since.current = key === 'g' && !item ? Date.now() : 0
      if (!item) return
      event.preventDefault()
      event.stopImmediatePropagation()
      void navigate(item.to)
    }
    // In the capture phase: the page may use the same letter for something else.
    addEventListener('keydown', listen, { capture: true })
    return () => removeEventListener('keydown', listen, { capture: true })
  }, [navigate])
}
