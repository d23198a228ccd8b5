import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { Tooltip } from 'radix-ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { cache, invalidateAll } from './api/cache.ts'
import { onReconnect } from './api/connection.ts'
import './app.css'
import { setLanguage } from './i18n/t.ts'
import { applyTheme, preferences, usePreferences } from './preferences.ts'
import { paths } from './routes/paths.ts'
import { router } from './router.tsx'
import { Toasts } from './ui/overlays/toasts.tsx'

/** The dialogs' scroll lock reads the CSP nonce for its style element here. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content
Object.assign(globalThis, { __webpack_nonce__: nonce })

function App() {
  // The key remounts everything when the language changes.
  const { language } = usePreferences()
  return (
    <Tooltip.Provider key={language} skipDelayDuration={200}>
      <RouterProvider router={router} />
      <Toasts />
    </Tooltip.Provider>
  )
}

applyTheme()
onReconnect(invalidateAll)
// Opens the chosen start page; the dashboard stays reachable by its link.
if (location.pathname === paths.dashboard() && location.search === '')
  history.replaceState(null, '', preferences().home)
await setLanguage(preferences().language).catch(() => {})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={cache}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
